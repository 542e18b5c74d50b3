//! Streams of responses.

use super::{
    chunks::{ByteRole, Splitter},
    fields::{each, get},
    findings::{note, too_long},
    open_calls::Deltas,
    restore::{Next, Restored, restore},
    sse::with_data,
};
use crate::{
    Codecs, Limits,
    json::{JsonId, Tape, empty_object, read},
    limits::Work,
    report::Issue,
};

/// The longest event or element that is held back to be restored, in bytes.
const LIMIT: usize = 16 << 20;

/// The data of the last event of OpenAI's streams.
const DONE: &str = "[DONE]";

/// Restores the function calls of a stream that arrives in chunks, split at any byte: events (`data: {…}`, as of
/// `streamGenerateContent?alt=sse`, OpenAI's `chat/completions` and its Responses API), or a JSON array of responses. Each event or
/// element is returned as soon as it is complete; data that is no response, or not UTF-8, is returned unchanged.
///
/// At most one event or element is held back; one of more than 16 MiB passes unrestored, with an issue. OpenAI's
/// streams bring the text of arguments in pieces: where it is encoded, the pieces are emptied, and the last one gets
/// the whole text. A text that is never completed is sent in an additional event, before the one that ends the choice
/// or the stream, that is an error, that is too long, or that breaks off.
///
/// ```
/// use lapidary::{Codec, Codecs, Restorer};
/// let codec = Codec::new(Some(("a/b".to_owned(), "a_b_1a2b3c".to_owned())));
/// let mut restorer = Restorer::new(Codecs::new([("a_b_1a2b3c".to_owned(), codec)]));
/// let event = "data: {\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"a_b_1a2b3c\"}}]}}]}\n\n";
/// let (first, second) = event.as_bytes().split_at(70);
/// assert_eq!(restorer.push(first), b"");
/// assert_eq!(restorer.push(second), event.replace("a_b_1a2b3c", "a/b").as_bytes());
/// assert_eq!(restorer.end(), b"");
/// ```
#[derive(Debug)]
pub struct Restorer {
    codecs: Codecs,
    limits: Limits,
    limit: usize,
    splitter: Splitter,
    deltas: Deltas,
    /// The part being read.
    held: Vec<u8>,
    /// Whether the rest of the part passes as it is.
    passing: bool,
    issues: Vec<Issue>,
}

impl Restorer {
    /// A restorer for one stream.
    #[must_use]
    pub fn new(codecs: Codecs) -> Restorer {
        Restorer::with_limit(codecs, LIMIT)
    }

    /// A restorer that holds back at most so many bytes.
    #[must_use]
    pub fn with_limit(codecs: Codecs, limit: usize) -> Restorer {
        let (splitter, deltas) = (Splitter::Unknown, Deltas::new(limit));
        let limits = Limits::default();
        Restorer { codecs, limits, limit, splitter, deltas, held: Vec::new(), passing: false, issues: Vec::new() }
    }

    /// Sets what each event or element may cost. A call at which a limit is met is passed on unchanged, with an issue.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Restorer {
        Restorer { limits, ..self }
    }

    /// Takes the next bytes of the stream; returns those that can be sent on.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len());
        for byte in bytes.iter().copied() {
            let step = self.splitter.step(byte);
            if step == ByteRole::Between || self.passing {
                out.push(byte);
                self.passing &= step == ByteRole::Inside;
                continue;
            }
            self.held.push(byte);
            if step == ByteRole::Last {
                self.release(&mut out, Next::More);
            } else if self.held.len() > self.limit {
                note(&mut self.issues, 0, || too_long(self.limit));
                self.finish();
                let held = std::mem::take(&mut self.held);
                self.send(&held, &mut out);
                self.passing = true;
            }
        }
        out
    }

    /// Ends the stream; returns what was held back: calls that did not end first, then the last event. That event is
    /// restored like others if only its final empty line is missing, and is returned unchanged if it broke off.
    pub fn end(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        self.release(&mut out, Next::None);
        self.splitter = Splitter::Unknown;
        self.passing = false;
        out
    }

    /// The issues so far, at most a thousand; positions are counted from the start of the data of each event or
    /// element.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.issues
    }

    /// Restores and sends the part being read, which is the last one if nothing is `next`.
    fn release(&mut self, out: &mut Vec<u8>, next: Next) {
        let held = std::mem::take(&mut self.held);
        let restored = std::str::from_utf8(&held).ok().and_then(|part| match self.splitter {
            Splitter::Events(_) => with_data(part, |data| self.event(data, next)),
            _ => self.element(part),
        });
        if next == Next::None {
            self.finish();
        }
        self.send(restored.as_deref().map_or(held.as_slice(), str::as_bytes), out);
    }

    /// Sends a part after the calls that ended before it.
    fn send(&mut self, part: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(self.deltas.events().as_bytes());
        out.extend_from_slice(part);
    }

    /// An event's data restored.
    fn event(&mut self, data: &str, next: Next) -> Option<String> {
        let tape = read(data).ok();
        // Clients stop reading at either.
        if data == DONE || tape.as_ref().is_some_and(is_error) {
            self.finish();
        }
        let (tape, work) = (tape?, Work::new(&self.limits, data.len()));
        restore(&self.codecs, &work, &tape, &mut self.deltas, next).map(|restored| self.record_issues(restored))
    }

    /// An element restored, independently of the others.
    fn element(&mut self, text: &str) -> Option<String> {
        let (tape, work) = (read(text).ok()?, Work::new(&self.limits, text.len()));
        let mut deltas = Deltas::new(self.limit);
        restore(&self.codecs, &work, &tape, &mut deltas, Next::None).map(|restored| self.record_issues(restored))
    }

    /// Writes what is held of calls that did not end.
    fn finish(&mut self) {
        let work = Work::new(&self.limits, 0);
        let end = restore(&self.codecs, &work, &empty_object(), &mut self.deltas, Next::None);
        end.map(|restored| self.record_issues(restored));
    }

    fn record_issues(&mut self, Restored { body, issues }: Restored) -> String {
        for issue in issues {
            note(&mut self.issues, issue.unlisted, || issue);
        }
        body
    }
}

/// Whether an event reports that the response failed.
fn is_error(event: &Tape<'_>) -> bool {
    let is_filled = |error: JsonId| !matches!(event.slice(error), "{}" | "[]" | "\"\"" | "false" | "0");
    each(event, Some(JsonId::ROOT)).into_iter().any(|chunk| get(event, chunk, "error").is_some_and(is_filled))
}
