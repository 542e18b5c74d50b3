//! Streams of events whose messages are made fit as they pass. Events that need nothing keep their bytes.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::{Bytes, BytesMut};
use http_body::{Body, Frame};
use lapidary_gateway::Failure;
use lapidary_mcp::framing::{Events, LineEnds};
use pin_project_lite::pin_project;

use crate::{conversation::Downward, pump::Shared};

pin_project! {
    /// A stream of events on its way to the client.
    pub(crate) struct Rewriting<B> {
        #[pin]
        body: B,
        events: Rewriter,
        after: Option<Result<Frame<Bytes>, Failure>>,
        is_over: bool,
    }
}

impl<B> Rewriting<B> {
    /// Events of more bytes than `longest` pass as they come.
    pub(crate) fn new(body: B, shared: Shared, longest: usize) -> Rewriting<B> {
        let events =
            Rewriter { shared, longest, held: BytesMut::new(), ends: LineEnds::default(), line: 0, passes: false };
        Rewriting { body, events, after: None, is_over: false }
    }
}

impl<B: Body<Data = Bytes, Error = Failure>> Body for Rewriting<B> {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        let mut this = self.project();
        while !*this.is_over {
            let ready = match ready!(this.body.as_mut().poll_frame(cx)) {
                Some(Ok(frame)) if frame.is_data() => this.events.push(&frame.into_data().unwrap_or_default()),
                last => {
                    (*this.after, *this.is_over) = (last, true);
                    this.events.held.split()
                }
            };
            if !ready.is_empty() {
                return Poll::Ready(Some(Ok(Frame::data(ready.freeze()))));
            }
        }
        Poll::Ready(this.after.take())
    }
}

struct Rewriter {
    shared: Shared,
    longest: usize,
    /// What came of the event that is not whole yet.
    held: BytesMut,
    ends: LineEnds,
    /// Where its last line begins.
    line: usize,
    /// Whether the event is too long, and passes.
    passes: bool,
}

impl Rewriter {
    /// What may leave once this has come.
    fn push(&mut self, piece: &[u8]) -> BytesMut {
        self.held.extend_from_slice(piece);
        let mut ready = BytesMut::new();
        while let Some(end) = self.ends.find(&self.held) {
            let is_blank = end.start == self.line;
            self.line = end.end;
            if is_blank {
                let event = self.taken(end.end);
                match if std::mem::take(&mut self.passes) { None } else { rewritten(&event, &self.shared) } {
                    Some(new) => ready.extend_from_slice(&new),
                    None => ready.unsplit(event),
                }
            }
        }
        if self.held.len() > self.longest {
            self.passes = true;
        }
        if self.passes {
            // The line that is not whole stays, to find its end; of a long one enough to know that it is not blank.
            let whole = self.taken(self.line);
            ready.unsplit(whole);
            if self.held.len() > self.longest.max(2) {
                let long = self.taken(self.held.len() - 2);
                ready.unsplit(long);
            }
        }
        ready
    }

    /// Bytes from the front of what is held, where a line begins.
    fn taken(&mut self, bytes: usize) -> BytesMut {
        self.ends.gone(bytes);
        self.line = 0;
        self.held.split_to(bytes)
    }
}

/// An event whose message changes, with the other fields as they are; `None` if it does not.
fn rewritten(event: &[u8], shared: &Shared) -> Option<Vec<u8>> {
    let mut events = Events::default();
    events.push(event);
    // After a lone `\r` more could come.
    events.push(b"\n");
    let message = events.next_event().filter(|event| !event.data.is_empty())?.data;
    let new = made_fit(message, shared)?;
    let mut out = Vec::with_capacity(event.len().max(new.len()));
    let (mut ends, mut rest, mut is_there) = (LineEnds::default(), 0, false);
    while let Some(end) = ends.find(event) {
        let line = &event[rest..end.end];
        if !line.starts_with(b"data") {
            out.extend_from_slice(line);
        } else if !std::mem::replace(&mut is_there, true) {
            out.extend_from_slice(b"data: ");
            out.extend_from_slice(&new);
            out.push(b'\n');
        }
        rest = end.end;
    }
    out.extend_from_slice(&event[rest..]);
    Some(out)
}

/// A message of the server as the client gets it; `None` if it is the same.
pub(crate) fn made_fit(message: Bytes, shared: &Shared) -> Option<Bytes> {
    let Downward::Tools(lists) = take(message, shared) else { return None };
    let before = lists.message.clone();
    let (after, pages) = lists.fitted();
    let mut conversation = shared.lock();
    for page in pages {
        conversation.learn(page);
    }
    (after != before).then_some(after)
}

/// What becomes of a message; nothing is locked once that is known.
fn take(message: Bytes, shared: &Shared) -> Downward {
    shared.lock().take_from_server(message)
}
