//! Responses that clients must accept. `sending.rs` notices a connection that accepts nothing; but an HTTP/2 client can
//! read its connection and leave one of its responses unread.

use std::{
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, sleep};

use crate::error::{Body, Failure};

/// The most bytes of a response that are passed to its connection, which buffers them, at a time.
const PIECE: usize = 64 << 10;
/// Marks a response that waits for its own body, and not for its client.
const WAITS: u64 = u64::MAX;

/// The responses of one connection.
pub(crate) struct Answers {
    began: Instant,
    /// When each passed on its last part, in milliseconds after the connection began; or [`WAITS`].
    given: Mutex<Vec<Weak<AtomicU64>>>,
}

impl Answers {
    pub(crate) fn new() -> Arc<Answers> {
        Arc::new(Answers { began: Instant::now(), given: Mutex::default() })
    }

    /// Wraps a response of this connection.
    pub(crate) fn watched(self: &Arc<Self>, body: Body) -> Taken {
        let given = Arc::new(AtomicU64::new(WAITS));
        self.given.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&given));
        Taken { body, rest: Bytes::new(), given, answers: Arc::clone(self) }
    }

    /// Completes once the client has accepted nothing of one of the responses for `longest`.
    pub(crate) async fn stall(&self, longest: Duration) {
        while !self.is_stalled(longest) {
            sleep(longest / 4).await;
        }
    }

    fn is_stalled(&self, longest: Duration) -> bool {
        let before = self.now().saturating_sub(longest.as_millis() as u64);
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.retain(|one| one.strong_count() > 0);
        given.iter().filter_map(Weak::upgrade).any(|given| given.load(Relaxed) < before)
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }
}

/// A body that records when a part of it was passed on, and splits large parts.
pub(crate) struct Taken {
    body: Body,
    rest: Bytes,
    given: Arc<AtomicU64>,
    answers: Arc<Answers>,
}

impl http_body::Body for Taken {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        self.given.store(WAITS, Relaxed);
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(cx)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                end => return Poll::Ready(end),
            }
        }
        self.given.store(self.answers.now(), Relaxed);
        let bytes = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(bytes)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, mut hint) = (self.rest.len() as u64, self.body.size_hint());
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(hint.lower() + rest);
        hint
    }
}
