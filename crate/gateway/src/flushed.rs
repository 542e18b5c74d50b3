//! Bodies whose received bytes are sent before they fail.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;

use crate::error::Failure;

pin_project! {
    /// A body that returns `Pending` once before it fails: the server sends what it has buffered when a body is
    /// pending, and drops it when the body fails.
    pub(crate) struct Flushed<B> {
        #[pin]
        body: B,
        failure: Option<Failure>,
    }
}

impl<B> Flushed<B> {
    pub(crate) fn new(body: B) -> Flushed<B> {
        Flushed { body, failure: None }
    }
}

impl<B: Body<Data = Bytes, Error = Failure>> Body for Flushed<B> {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        let this = self.project();
        if let Some(failure) = this.failure.take() {
            return Poll::Ready(Some(Err(failure)));
        }
        match ready!(this.body.poll_frame(cx)) {
            Some(Err(failure)) => {
                *this.failure = Some(failure);
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            frame => Poll::Ready(frame),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
