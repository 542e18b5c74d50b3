//! Event streams whose tools are lowered as they pass. Events that need no change keep their bytes.

use std::{
    collections::VecDeque,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::{Bytes, BytesMut};
use http_body::{Body, Frame};
use lapidary_gateway::Failure;
use lapidary_mcp::framing::{Events, LineEnds, on_one_line};
use pin_project_lite::pin_project;
use tokio::task::JoinSet;
use tracing::warn;

use crate::{
    conversation::{Downward, Lists},
    shared::Shared,
};

pin_project! {
    /// An event stream on its way to the client.
    pub(crate) struct Rewriting<B> {
        #[pin]
        body: B,
        shared: Shared,
        events: Cutter,
        // The event that is being lowered; dropping the body ends this.
        working: JoinSet<Bytes>,
        after: Option<Result<Frame<Bytes>, Failure>>,
        is_over: bool,
    }
}

impl<B> Rewriting<B> {
    /// Events longer than `longest` bytes pass through unchanged.
    pub(crate) fn new(body: B, shared: Shared, longest: usize) -> Rewriting<B> {
        let events = Cutter { longest, ..Cutter::default() };
        Rewriting { body, shared, events, working: JoinSet::new(), after: None, is_over: false }
    }
}

impl<B: Body<Data = Bytes, Error = Failure>> Body for Rewriting<B> {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        let mut this = self.project();
        loop {
            if let Some(done) = ready!(this.working.poll_join_next(cx)) {
                return Poll::Ready(Some(done.map(Frame::data).map_err(Into::into)));
            }
            match this.events.ready.pop_front() {
                Some(Piece::Passes(bytes)) => return Poll::Ready(Some(Ok(Frame::data(bytes.freeze())))),
                Some(Piece::Event(event)) => match taken(&event, this.shared) {
                    Taken::AsItIs => return Poll::Ready(Some(Ok(Frame::data(event.freeze())))),
                    Taken::Not => {}
                    Taken::Lists(lists) => {
                        this.working.spawn(rewritten(event.freeze(), lists, this.shared.clone()));
                    }
                },
                None if *this.is_over => return Poll::Ready(this.after.take()),
                None => match ready!(this.body.as_mut().poll_frame(cx)) {
                    Some(Ok(frame)) if frame.is_data() => this.events.push(&frame.into_data().unwrap_or_default()),
                    last => {
                        (*this.after, *this.is_over) = (last, true);
                        this.events.end();
                    }
                },
            }
        }
    }
}

/// Splits a stream into its events.
#[derive(Default)]
struct Cutter {
    longest: usize,
    /// Pieces that have not been handed out.
    ready: VecDeque<Piece>,
    /// The bytes of the incomplete event.
    held: BytesMut,
    ends: LineEnds,
    /// Whether the event is too long, and passes through unchanged.
    passes: bool,
}

enum Piece {
    /// A whole event.
    Event(BytesMut),
    /// A part of an event that is too long, or incomplete at the end of the stream.
    Passes(BytesMut),
}

impl Cutter {
    fn push(&mut self, piece: &[u8]) {
        self.held.extend_from_slice(piece);
        while let Some((line, next)) = self.ends.find(&self.held) {
            if line.is_empty() {
                let event = self.taken(next);
                let is_long = std::mem::take(&mut self.passes);
                self.ready.push_back(if is_long { Piece::Passes(event) } else { Piece::Event(event) });
            }
        }
        if self.held.len() > self.longest && !std::mem::replace(&mut self.passes, true) {
            warn!("an event of the server is longer than --max-message; tools in it are passed on unchanged");
        }
        if self.held[..] == *b"\n" {
            // The second half of the `\r\n` that ended an event.
            let half = self.taken(1);
            self.passed(half);
        }
        if self.passes {
            // An incomplete line is kept, to find its end; of a long one enough to know that it is not blank.
            let whole = self.taken(self.ends.start());
            self.passed(whole);
            if self.held.len() > self.longest.max(1) {
                let long = self.taken(self.held.len() - 1);
                self.passed(long);
            }
        }
    }

    /// Hands out the rest at the end of the stream.
    fn end(&mut self) {
        let rest = self.held.split();
        self.passed(rest);
    }

    fn passed(&mut self, bytes: BytesMut) {
        if !bytes.is_empty() {
            self.ready.push_back(Piece::Passes(bytes));
        }
    }

    /// Takes bytes from the front.
    fn taken(&mut self, bytes: usize) -> BytesMut {
        self.ends.gone(bytes);
        self.held.split_to(bytes)
    }
}

/// What happens to an event.
enum Taken {
    AsItIs,
    /// It is not forwarded.
    Not,
    /// It has tools that are to be lowered.
    Lists(Lists),
}

fn taken(event: &[u8], shared: &Shared) -> Taken {
    let mut events = Events::default();
    events.push(event);
    let Some(event) = events.next_event().filter(|event| !event.data.is_empty()) else { return Taken::AsItIs };
    match shared.take_from_server(event.data) {
        Downward::Tools(lists) => Taken::Lists(lists),
        Downward::Refused(why) => {
            warn!("a message of the server was dropped: {why}");
            Taken::Not
        }
        Downward::Send(_) | Downward::Taken | Downward::Noise(_) => Taken::AsItIs,
    }
}

/// The event with its tools lowered and its other fields unchanged; the same event if nothing changes.
async fn rewritten(event: Bytes, lists: Lists, shared: Shared) -> Bytes {
    let before = lists.message.clone();
    match shared.fitted(lists).await {
        Ok(new) if new != before => with_data(&event, &new),
        Ok(_) => event,
        Err(busy) => {
            warn!("tools were passed on unchanged: {busy}");
            event
        }
    }
}

fn with_data(event: &[u8], new: &Bytes) -> Bytes {
    let mut out = Vec::with_capacity(event.len().max(new.len()));
    let (mut ends, mut rest, mut is_there) = (LineEnds::default(), 0, false);
    while let Some((_, next)) = ends.find(event) {
        let line = &event[rest..next];
        if !line.starts_with(b"data") {
            out.extend_from_slice(line);
        } else if !std::mem::replace(&mut is_there, true) {
            out.extend_from_slice(b"data: ");
            out.extend_from_slice(&on_one_line(new.clone()));
            out.push(b'\n');
        }
        rest = next;
    }
    out.extend_from_slice(&event[rest..]);
    out.into()
}
