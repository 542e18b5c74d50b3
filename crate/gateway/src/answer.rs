//! Answers with their calls restored.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::{Bytes, BytesMut};
use http_body::Frame;
use http_body_util::BodyExt;
use lapidary::{Restorer, restore_response};
use pin_project_lite::pin_project;

use crate::{
    error::{Body, Failure},
    interactions::{self, Events},
    metrics::Metrics,
    request::Undo,
};

/// An answer that came in one piece, restored; `None` where it is as it was.
pub(crate) fn restored(undo: &Undo, body: &[u8], metrics: &Metrics) -> Option<Bytes> {
    let text = std::str::from_utf8(body).ok()?;
    if undo.is_interaction {
        return interactions::restored(&undo.codecs, text).map(Bytes::from);
    }
    let answer = restore_response(&undo.codecs, text);
    metrics.misfits(answer.issues.len());
    (answer.body != text).then(|| Bytes::from(answer.body))
}

/// All bytes of a body.
///
/// # Errors
/// The body again, where it has more than so many bytes or breaks off.
pub(crate) async fn gathered(mut body: Body, longest: usize) -> Result<Bytes, Body> {
    let mut gathered = BytesMut::new();
    loop {
        let after = match body.frame().await {
            None => return Ok(gathered.freeze()),
            Some(Ok(frame)) => {
                if let Ok(data) = frame.into_data() {
                    gathered.extend_from_slice(&data);
                }
                None
            }
            Some(Err(why)) => Some(why),
        };
        if after.is_some() || gathered.len() > longest {
            let first = Some(Ok(Frame::data(gathered.freeze())));
            return Err(Preceded { first, second: after.map(Err), rest: body }.boxed());
        }
    }
}

/// A body of which some was read.
struct Preceded {
    first: Option<Result<Frame<Bytes>, Failure>>,
    second: Option<Result<Frame<Bytes>, Failure>>,
    rest: Body,
}

impl http_body::Body for Preceded {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        match self.first.take().or_else(|| self.second.take()) {
            Some(read) => Poll::Ready(Some(read)),
            None => Pin::new(&mut self.rest).poll_frame(cx),
        }
    }
}

/// What restores a stream.
pub(crate) enum Stream {
    Calls(Restorer),
    Steps(Events),
}

impl Undo {
    /// What restores a stream whose parts have at most so many bytes.
    pub(crate) fn stream(self, longest: usize) -> Stream {
        if self.is_interaction {
            Stream::Steps(Events::new(self.codecs, longest))
        } else {
            Stream::Calls(Restorer::new(self.codecs))
        }
    }
}

impl Stream {
    fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Stream::Calls(calls) => calls.push(bytes),
            Stream::Steps(steps) => steps.push(bytes),
        }
    }

    fn end(&mut self) -> Vec<u8> {
        match self {
            Stream::Calls(calls) => calls.end(),
            Stream::Steps(steps) => steps.end(),
        }
    }

    /// How many calls did not fit; names always do.
    fn misfits(&self) -> usize {
        match self {
            Stream::Calls(calls) => calls.issues().len(),
            Stream::Steps(_) => 0,
        }
    }
}

pin_project! {
    /// A stream that is restored as it comes.
    pub(crate) struct Restoring<B> {
        #[pin]
        body: B,
        // Until the end.
        restorer: Option<Stream>,
        // What comes after all that was held back: trailers, or why there is no more.
        after: Option<Result<Frame<Bytes>, Failure>>,
        metrics: Arc<Metrics>,
    }
}

impl<B> Restoring<B> {
    pub(crate) fn new(body: B, stream: Stream, metrics: Arc<Metrics>) -> Restoring<B> {
        Restoring { body, restorer: Some(stream), after: None, metrics }
    }
}

impl<B: http_body::Body<Data = Bytes, Error = Failure>> http_body::Body for Restoring<B> {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        let mut this = self.project();
        while let Some(restorer) = this.restorer.as_mut() {
            let came = ready!(this.body.as_mut().poll_frame(cx));
            let ready = match came {
                Some(Ok(frame)) if frame.is_data() => restorer.push(&frame.into_data().unwrap_or_default()),
                last => {
                    *this.after = last;
                    let rest = restorer.end();
                    this.metrics.misfits(restorer.misfits());
                    *this.restorer = None;
                    rest
                }
            };
            if !ready.is_empty() {
                return Poll::Ready(Some(Ok(Frame::data(Bytes::from(ready)))));
            }
        }
        Poll::Ready(this.after.take())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;
    use http_body::Frame;
    use http_body_util::{BodyExt, StreamBody};
    use lapidary::{Codec, Codecs, Restorer};
    use tokio_stream::iter;

    use super::{Restoring, Stream};
    use crate::{error::Failure, metrics::Metrics};

    fn codecs() -> Codecs {
        Codecs::new([("a_b_1".to_owned(), Codec::new(Some(("a/b".to_owned(), "a_b_1".to_owned()))))])
    }

    const EVENT: &str =
        "data: {\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"a_b_1\"}}]}}]}\n\n";

    #[tokio::test]
    async fn what_was_held_back_leaves_before_a_failure() {
        let (whole, cut) = (Bytes::from(EVENT), Bytes::from(&EVENT[..30]));
        let frames: Vec<Result<Frame<Bytes>, Failure>> =
            vec![Ok(Frame::data(whole)), Ok(Frame::data(cut.clone())), Err("reset".into())];
        let stream = StreamBody::new(iter(frames));
        let mut body = Restoring::new(stream, Stream::Calls(Restorer::new(codecs())), Arc::new(Metrics::new()));
        let mut next =
            async || body.frame().await.map(|frame| frame.map(|frame| frame.into_data().unwrap_or_default()));
        let event = EVENT.replace("a_b_1", "a/b");
        assert!(next().await.is_some_and(|frame| frame.is_ok_and(|data| data == event)));
        assert!(next().await.is_some_and(|frame| frame.is_ok_and(|data| data == cut)));
        assert!(next().await.is_some_and(|frame| frame.is_err()));
        assert!(next().await.is_none());
    }
}
