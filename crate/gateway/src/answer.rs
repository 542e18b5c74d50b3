//! Responses whose function calls are restored.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use http_body::Frame;
use http_body_util::BodyExt;
use lapidary::{Cancel, Limits, Restorer, internal::read, restore_response_within};
use pin_project_lite::pin_project;
use tokio::task::JoinSet;

use crate::{
    budget::{Budget, Full, Held, to_read},
    coding::{self, Unreadable},
    error::{Body, Failure, whole},
    findings::Findings,
    interactions::{self, Events},
    metrics::Metrics,
    request::Undo,
    workers::{Busy, Workers},
};

/// A response received as a whole.
pub(crate) struct Came {
    pub(crate) body: Bytes,
    /// Its content encoding; `None` if it is not compressed.
    pub(crate) encoding: Option<String>,
    /// The limit on its length, in bytes, also once it is inflated.
    pub(crate) longest: usize,
}

/// A response received as a whole, with its calls restored.
#[derive(Default)]
pub(crate) struct Answered {
    /// The restored body, not compressed; `None` if nothing changed.
    pub(crate) body: Option<Bytes>,
    /// What was found in its calls.
    pub(crate) misfits: Findings,
    /// Why it could not be read, as a clause about the body.
    pub(crate) unreadable: Option<&'static str>,
}

/// Restores a response that was received as a whole.
///
/// # Errors
/// If the budget has no room for reading it.
pub(crate) fn restored(undo: &Undo, came: &Came, budget: &Budget, limits: &Limits) -> Result<Answered, Full> {
    let unreadable = |why| Ok(Answered { unreadable: Some(why), ..Answered::default() });
    let mut held = budget.part();
    let text = match coding::text(&came.body, came.encoding.as_deref(), came.longest, &mut held) {
        Ok(text) => text,
        Err(Unreadable::Full) => return Err(Full),
        Err(why) => return unreadable(why.reason()),
    };
    held.more(to_read(&text))?;
    let mut misfits = Findings::default();
    let body = if undo.is_interaction {
        interactions::restored(&undo.codecs, &text)
    } else {
        let answer = restore_response_within(limits, &undo.codecs, &text);
        misfits.add(&answer.issues);
        (answer.body != text).then_some(answer.body)
    };
    if body.is_none() && read(&text).is_err() {
        return unreadable("it is not JSON, or ends too early");
    }
    Ok(Answered { body: body.map(Bytes::from), misfits, unreadable: None })
}

/// A body of which `part` has been read: that part, then the rest or the failure that ended it.
#[must_use]
pub fn preceded(part: Bytes, rest: Result<Body, Failure>) -> Body {
    let first = Some(Ok(Frame::data(part)));
    match rest {
        Ok(rest) => Preceded { first, second: None, rest }.boxed(),
        Err(why) => Preceded { first, second: Some(Err(why)), rest: whole("") }.boxed(),
    }
}

/// A body whose beginning has been read: yields `first` and `second`, then `rest`.
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

/// The state of restoring one streamed response.
pub(crate) enum Stream {
    /// The calls, with the number of issues that were read.
    Calls(Box<Restorer>, usize),
    Steps(Events),
}

impl Undo {
    /// Creates the state that restores a stream. Events longer than `longest` bytes pass through unchanged.
    pub(crate) fn stream(self, longest: usize) -> Stream {
        if self.is_interaction {
            Stream::Steps(Events::new(self.codecs, longest))
        } else {
            Stream::Calls(Box::new(Restorer::with_limit(self.codecs, longest)), 0)
        }
    }
}

impl Stream {
    /// Sets the limits of the next step.
    fn within(self, limits: Limits) -> Stream {
        match self {
            Stream::Calls(calls, read) => Stream::Calls(Box::new(calls.limits(limits)), read),
            Stream::Steps(_) => self,
        }
    }

    fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Stream::Calls(calls, _) => calls.push(bytes),
            Stream::Steps(steps) => steps.push(bytes),
        }
    }

    fn end(&mut self) -> Vec<u8> {
        match self {
            Stream::Calls(calls, _) => calls.end(),
            Stream::Steps(steps) => steps.end(),
        }
    }

    /// What was found in calls since the last time; steps have nothing, as only their names are restored.
    fn misfits(&mut self) -> Findings {
        let mut misfits = Findings::default();
        if let Stream::Calls(calls, read) = self {
            let issues = calls.issues();
            misfits.add(issues.get(*read..).unwrap_or_default());
            *read = issues.len();
        }
        misfits
    }
}

pin_project! {
    /// A streamed response that is restored as it arrives.
    pub(crate) struct Restoring<B> {
        #[pin]
        body: B,
        // The state; `None` while a worker has it, which returns it with the bytes that are ready, and after the end.
        stream: Option<Stream>,
        work: JoinSet<Result<(Stream, Vec<u8>), Busy>>,
        // The frame to yield after everything that was held back: trailers, or the failure that ended the body.
        after: Option<Result<Frame<Bytes>, Failure>>,
        is_over: bool,
        // The budget for the bytes that are held back.
        held: Held,
        workers: Workers,
        limits: Limits,
        metrics: Arc<Metrics>,
        route: &'static str,
        // How many more lines about it are logged.
        lines: usize,
    }
}

impl<B> Restoring<B> {
    /// `limits` apply to each step.
    pub(crate) fn new(
        body: B,
        stream: Stream,
        held: Held,
        workers: Workers,
        limits: Limits,
        metrics: Arc<Metrics>,
        route: &'static str,
    ) -> Restoring<B> {
        let (stream, work) = (Some(stream), JoinSet::new());
        let lines = Findings::MOST;
        Restoring { body, stream, work, after: None, is_over: false, held, workers, limits, metrics, route, lines }
    }
}

impl<B: http_body::Body<Data = Bytes, Error = Failure>> http_body::Body for Restoring<B> {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        let mut this = self.project();
        loop {
            if let Some(done) = ready!(this.work.poll_join_next(cx)) {
                let (mut stream, ready) = match done.map_err(Failure::from).and_then(|done| done.map_err(Failure::from))
                {
                    Ok(done) => done,
                    Err(why) => return Poll::Ready(Some(Err(why))),
                };
                let misfits = stream.misfits();
                this.metrics.misfits(misfits.count);
                misfits.log_up_to(this.lines, this.route);
                *this.stream = Some(stream).filter(|_| !*this.is_over);
                // Releasing saturates: restored output may be longer than the input that was counted.
                this.held.less(ready.len());
                if !ready.is_empty() {
                    return Poll::Ready(Some(Ok(Frame::data(Bytes::from(ready)))));
                }
            }
            if this.stream.is_none() {
                return Poll::Ready(this.after.take());
            }
            let piece = match ready!(this.body.as_mut().poll_frame(cx)) {
                Some(Ok(frame)) if frame.is_data() => frame.into_data().unwrap_or_default(),
                last => {
                    (*this.after, *this.is_over) = (last, true);
                    Bytes::new()
                }
            };
            if this.held.more(piece.len()).is_err() {
                *this.stream = None;
                return Poll::Ready(Some(Err("not enough memory for an event of the response (--max-memory)".into())));
            }
            let (workers, limits, is_over) = (this.workers.clone(), this.limits.clone(), *this.is_over);
            if let Some(stream) = this.stream.take() {
                let work = move |cancel: &Cancel| {
                    let mut stream = stream.within(limits.cancelled_by(cancel));
                    let ready = if is_over { stream.end() } else { stream.push(&piece) };
                    (stream, ready)
                };
                this.work.spawn(async move { workers.run_part(work).await });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;
    use http_body::Frame;
    use http_body_util::{BodyExt, StreamBody};
    use lapidary::{Codec, Codecs, Limits, Restorer};
    use tokio_stream::iter;

    use super::{Restoring, Stream};
    use crate::{budget::Budget, error::Failure, metrics::Metrics, request::Undo, route::Answers, workers::Workers};

    fn codecs() -> Codecs {
        Codecs::new([("a_b_1".to_owned(), Codec::new(Some(("a/b".to_owned(), "a_b_1".to_owned()))))])
    }

    const EVENT: &str =
        "data: {\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"a_b_1\"}}]}}]}\n\n";

    #[test]
    fn an_event_as_long_as_a_body_is_restored() {
        let undo = || Undo { codecs: codecs(), route: "", answers: Answers::Stream, is_interaction: false };
        let (own, long) = (EVENT.replace("a_b_1", "a/b"), EVENT.len());
        assert_eq!(undo().stream(long).push(EVENT.as_bytes()), own.as_bytes());
        assert_eq!(undo().stream(long - 2).push(EVENT.as_bytes()), EVENT.as_bytes());
    }

    #[tokio::test]
    async fn what_was_held_back_leaves_before_a_failure() {
        let (whole, cut) = (Bytes::from(EVENT), Bytes::from(&EVENT[..30]));
        let frames: Vec<Result<Frame<Bytes>, Failure>> =
            vec![Ok(Frame::data(whole)), Ok(Frame::data(cut.clone())), Err("reset".into())];
        let stream = StreamBody::new(iter(frames));
        let (calls, held) = (Stream::Calls(Box::new(Restorer::new(codecs())), 0), Budget::new(1 << 20).part());
        let mut body =
            Restoring::new(stream, calls, held, Workers::default(), Limits::default(), Arc::new(Metrics::new()), "");
        let mut next =
            async || body.frame().await.map(|frame| frame.map(|frame| frame.into_data().unwrap_or_default()));
        let event = EVENT.replace("a_b_1", "a/b");
        assert!(next().await.is_some_and(|frame| frame.is_ok_and(|data| data == event)));
        assert!(next().await.is_some_and(|frame| frame.is_ok_and(|data| data == cut)));
        assert!(next().await.is_some_and(|frame| frame.is_err()));
        assert!(next().await.is_none());
    }

    #[tokio::test]
    async fn an_event_that_finds_no_room_ends_its_stream() {
        let budget = Budget::new(100);
        let frames: Vec<Result<Frame<Bytes>, Failure>> =
            [EVENT, &EVENT[..60], &EVENT[..60]].map(|part| Ok(Frame::data(Bytes::from(part.to_owned())))).into();
        let stream = StreamBody::new(iter(frames));
        let calls = Stream::Calls(Box::new(Restorer::new(codecs())), 0);
        let body = Restoring::new(
            stream,
            calls,
            budget.part(),
            Workers::default(),
            Limits::default(),
            Arc::new(Metrics::new()),
            "",
        );
        let mut body = std::pin::pin!(body);
        assert!(body.frame().await.is_some_and(|frame| frame.is_ok()));
        assert!(body.frame().await.is_some_and(|frame| frame.is_err()));
        assert!(body.frame().await.is_none());
    }
}
