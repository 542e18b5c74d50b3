//! Streams of events whose messages are made fit as they pass. Events that need nothing keep their bytes.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::{Bytes, BytesMut};
use http_body::{Body, Frame};
use lapidary_gateway::Failure;
use lapidary_mcp::framing::Events;
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
        let events = Rewriter { shared, longest, held: BytesMut::new(), line: 0, read: 0, passes: false };
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
    /// Where its last line begins, and how much of it holds no end.
    line: usize,
    read: usize,
    /// Whether the event is too long, and passes.
    passes: bool,
}

impl Rewriter {
    /// What may leave once this has come.
    fn push(&mut self, piece: &[u8]) -> BytesMut {
        self.held.extend_from_slice(piece);
        let mut ready = BytesMut::new();
        while let Some(end) = self.line_end() {
            let is_blank = matches!(self.held[self.line..end], [b'\n' | b'\r'] | [b'\r', b'\n']);
            (self.line, self.read) = (end, end);
            if is_blank {
                let event = self.held.split_to(end);
                (self.line, self.read) = (0, 0);
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
            // The line that is not whole stays, to find its end.
            ready.unsplit(self.held.split_to(self.line));
            (self.line, self.read) = (0, self.read - self.line);
            if self.held.len() > self.longest {
                ready.unsplit(self.held.split_to(self.held.len() - 1));
                self.read = 0;
            }
        }
        ready
    }

    /// Behind the end of the next line. After a lone `\r` at the end of what has come, `\n` may follow.
    fn line_end(&mut self) -> Option<usize> {
        let found = self.held[self.read..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        self.read = found.map_or(self.held.len(), |at| self.read + at);
        found?;
        match self.held[self.read..] {
            [b'\r', b'\n', ..] => Some(self.read + 2),
            [b'\r'] => None,
            _ => Some(self.read + 1),
        }
    }
}

/// An event whose message changes, with the other fields as they are; `None` if it does not.
fn rewritten(event: &[u8], shared: &Shared) -> Option<Vec<u8>> {
    let mut events = Events::default();
    events.push(event);
    let message = events.next_event().filter(|event| !event.data.is_empty())?.data;
    let new = made_fit(message, shared)?;
    let mut out = Vec::with_capacity(event.len().max(new.len()));
    let mut is_there = false;
    for line in event.split_inclusive(|byte| *byte == b'\n') {
        if !line.starts_with(b"data") {
            out.extend_from_slice(line);
        } else if !std::mem::replace(&mut is_there, true) {
            out.extend_from_slice(b"data: ");
            out.extend_from_slice(&new);
            out.push(b'\n');
        }
    }
    // Lines that end in `\r` alone are not told apart here.
    is_there.then_some(out)
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
