//! Bodies that must not stall.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tokio::time::{Instant, Sleep, sleep};

use crate::error::Failure;

/// Bytes a second that a client must send once it has been waited for longer than one pause may take.
const LEAST: u64 = 1_024;

/// The sender of a body that was not continued in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalled {
    /// The client, with its request.
    Client,
    /// The upstream, with its response.
    Upstream,
}

impl std::fmt::Display for Stalled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stalled::Client => "the request's body does not arrive, or too slowly",
            Stalled::Upstream => "the upstream sent nothing for too long",
        })
    }
}

impl std::error::Error for Stalled {}

pin_project! {
    /// A body whose parts must each arrive in time once they are waited for. A client that sends tiny parts just in
    /// time is bounded too: the total time that it is waited for depends on the bytes received.
    pub(crate) struct Timed<B> {
        #[pin]
        body: B,
        #[pin]
        pause: Sleep,
        from: Stalled,
        longest: Duration,
        since: Option<Instant>,
        waited: Duration,
        received: u64,
    }
}

impl<B> Timed<B> {
    pub(crate) fn new(body: B, from: Stalled, longest: Duration) -> Timed<B> {
        Timed { body, pause: sleep(longest), from, longest, since: None, waited: Duration::ZERO, received: 0 }
    }
}

impl<B> Body for Timed<B>
where
    B: Body<Data = Bytes>,
    B::Error: Into<Failure>,
{
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        let mut this = self.project();
        if let Poll::Ready(frame) = this.body.as_mut().poll_frame(cx) {
            *this.waited += this.since.take().map_or(Duration::ZERO, |since| since.elapsed());
            if let Some(Ok(frame)) = &frame {
                *this.received += frame.data_ref().map_or(0, Bytes::len) as u64;
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        if this.since.is_none() {
            let now = Instant::now();
            let left = match this.from {
                Stalled::Upstream => *this.longest,
                Stalled::Client => {
                    let whole = this.longest.saturating_add(Duration::from_secs(*this.received / LEAST));
                    whole.saturating_sub(*this.waited).min(*this.longest)
                }
            };
            *this.since = Some(now);
            this.pause.as_mut().reset(now + left);
        }
        ready!(this.pause.poll(cx));
        Poll::Ready(Some(Err((*this.from).into())))
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
    use http_body::Frame;
    use http_body_util::{BodyExt, StreamBody};
    use tokio::{sync::mpsc::channel, time::sleep};
    use tokio_stream::{StreamExt, iter, pending, wrappers::ReceiverStream};

    use super::{Stalled, Timed};
    use crate::error::Failure;

    /// How long a part may take here.
    const LONGEST: Duration = Duration::from_millis(300);

    /// Reads a body that brings this many bytes again and again, for three times as long as a part may take; returns
    /// what ended it.
    async fn end(from: Stalled, bytes: usize) -> Option<Stalled> {
        let (sender, parts) = channel(1);
        tokio::spawn(async move {
            for _ in 0..30 {
                sleep(LONGEST / 10).await;
                let _ = sender.send(Ok::<_, Failure>(Frame::data(Bytes::from(vec![0; bytes])))).await;
            }
        });
        let body = Timed::new(StreamBody::new(ReceiverStream::new(parts)), from, LONGEST);
        body.collect().await.err().and_then(|why| why.downcast_ref().copied())
    }

    #[tokio::test]
    async fn a_body_that_trickles_ends() {
        assert_eq!(end(Stalled::Client, 1).await, Some(Stalled::Client));
        // A body that arrives at a sufficient rate may take long.
        assert_eq!(end(Stalled::Client, 1_024).await, None);
        // Events of the upstream may be rare.
        assert_eq!(end(Stalled::Upstream, 1).await, None);
    }

    #[tokio::test]
    async fn a_body_that_pauses_ends() {
        for from in [Stalled::Client, Stalled::Upstream] {
            let first = iter([Ok::<_, Failure>(Frame::data(Bytes::from(vec![0; 1 << 20])))]);
            let done = Timed::new(StreamBody::new(first.chain(pending())), from, LONGEST).collect().await;
            assert_eq!(done.err().and_then(|why| why.downcast_ref().copied()), Some(from));
        }
    }

    #[tokio::test]
    async fn only_waiting_counts() {
        let (sender, parts) = channel(1);
        let body = Timed::new(StreamBody::new(ReceiverStream::new(parts)), Stalled::Client, LONGEST);
        let mut body = std::pin::pin!(body);
        for _ in 0..2 {
            sleep(LONGEST * 2).await;
            let later = sender.clone();
            tokio::spawn(async move {
                sleep(LONGEST / 10).await;
                let _ = later.send(Ok::<_, Failure>(Frame::data(Bytes::from_static(b"x")))).await;
            });
            assert!(body.frame().await.is_some_and(|frame| frame.is_ok()));
        }
        drop(sender);
        assert!(body.frame().await.is_none());
    }
}
