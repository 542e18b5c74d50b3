//! Bodies of requests on their way to the upstream.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http::StatusCode;
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt;
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

use crate::{
    error::{Body, Failure},
    refused::{Refused, broken},
};

/// What a body does.
#[derive(Clone)]
enum State {
    /// Its next part is awaited from the client, which has a time limit of its own ([`Timed`](crate::timed::Timed)).
    Awaited,
    /// A part of it, or its end, was passed on.
    Passed,
    /// It failed.
    Broken(Refused),
}

/// A body that reports its state.
struct Sent {
    body: Body,
    state: watch::Sender<State>,
}

/// The state of a body that is sent.
pub(crate) struct Progress(watch::Receiver<State>);

/// Wraps a body, to observe how it is sent.
pub(crate) fn observed(body: Body) -> (Body, Progress) {
    let (state, progress) = watch::channel(State::Passed);
    (Sent { body, state }.boxed(), Progress(progress))
}

impl Progress {
    /// Completes once the request has failed: its client did not send the body, or the upstream neither accepted a part
    /// of it nor responded for `longest`.
    pub(crate) async fn failure(mut self, longest: Duration) -> Refused {
        loop {
            let state = self.0.borrow_and_update().clone();
            let pause = match state {
                State::Awaited => Duration::MAX,
                State::Passed => longest,
                State::Broken(why) => return why,
            };
            match timeout(pause, self.0.changed()).await {
                Ok(Ok(())) => continue,
                // The body is complete.
                Ok(Err(_)) => sleep(longest).await,
                Err(_) => {}
            }
            return Refused(StatusCode::GATEWAY_TIMEOUT, "the upstream does not respond".to_owned());
        }
    }
}

impl http_body::Body for Sent {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        self.state.send_replace(match &polled {
            Poll::Pending => State::Awaited,
            Poll::Ready(Some(Err(why))) => State::Broken(broken(why)),
            Poll::Ready(_) => State::Passed,
        });
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bytes::Bytes;
    use http::StatusCode;
    use http_body::Frame;
    use http_body_util::{BodyExt, StreamBody};
    use tokio::{
        sync::mpsc::channel,
        time::{sleep, timeout},
    };
    use tokio_stream::wrappers::ReceiverStream;

    use super::observed;
    use crate::{
        error::{Body, Failure, whole},
        timed::Stalled,
    };

    const LONGEST: Duration = Duration::from_millis(300);

    /// A body that has a part every third of the longest pause, ten times, and then this failure.
    fn slow(failure: Option<Failure>) -> Body {
        let (sender, parts) = channel(1);
        tokio::spawn(async move {
            for _ in 0..10 {
                sleep(LONGEST / 3).await;
                let _ = sender.send(Ok(Frame::data(Bytes::from_static(b"x")))).await;
            }
            if let Some(why) = failure {
                let _ = sender.send(Err(why)).await;
            }
        });
        StreamBody::new(ReceiverStream::new(parts)).boxed()
    }

    #[tokio::test]
    async fn a_body_may_take_longer_than_a_pause() {
        let (body, progress) = observed(slow(None));
        tokio::select! {
            _ = progress.failure(LONGEST) => panic!("it makes progress"),
            sent = body.collect() => assert!(sent.is_ok_and(|sent| sent.to_bytes().len() == 10)),
        }
    }

    #[tokio::test]
    async fn the_upstream_has_no_time_limit_while_the_client_is_awaited() {
        let (sender, parts) = channel::<Result<Frame<Bytes>, Failure>>(1);
        let (body, progress) = observed(StreamBody::new(ReceiverStream::new(parts)).boxed());
        let sent = tokio::spawn(body.collect());
        assert!(timeout(LONGEST * 3, progress.failure(LONGEST)).await.is_err());
        drop(sender);
        assert!(sent.await.is_ok_and(|sent| sent.is_ok()));
    }

    #[tokio::test]
    async fn an_upstream_that_neither_reads_nor_responds_fails() {
        let (_unread, progress) = observed(whole("x"));
        assert_eq!(progress.failure(LONGEST).await.0, StatusCode::GATEWAY_TIMEOUT);
        let (read, progress) = observed(whole("x"));
        assert!(read.collect().await.is_ok());
        assert_eq!(progress.failure(LONGEST).await.0, StatusCode::GATEWAY_TIMEOUT);
    }

    #[tokio::test]
    async fn a_body_that_fails_is_the_client_s_fault() {
        for (failure, status) in
            [(Failure::from("broken"), StatusCode::BAD_REQUEST), (Stalled::Client.into(), StatusCode::REQUEST_TIMEOUT)]
        {
            let (body, progress) = observed(slow(Some(failure)));
            let (sent, refused) = tokio::join!(body.collect(), progress.failure(LONGEST));
            assert_eq!((sent.is_err(), refused.0), (true, status));
        }
    }
}
