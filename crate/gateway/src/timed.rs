//! Bodies that may not stall for ever.

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

pin_project! {
    /// A body each part of which has to come in time after the one before.
    pub(crate) struct Timed<B> {
        #[pin]
        body: B,
        #[pin]
        pause: Sleep,
        longest: Duration,
    }
}

impl<B> Timed<B> {
    pub(crate) fn new(body: B, longest: Duration) -> Timed<B> {
        Timed { body, pause: sleep(longest), longest }
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
            this.pause.as_mut().reset(Instant::now() + *this.longest);
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        ready!(this.pause.poll(cx));
        Poll::Ready(Some(Err("the upstream sent nothing for too long".into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
