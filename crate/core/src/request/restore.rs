//! A whole answer.

use super::{
    calls,
    fields::{at, each, get},
    findings::PARTS_OF_ARGUMENTS,
};
use crate::{
    Codecs,
    envelope::{Piece, replace},
    json::{JsonId, PositionEncoding, Tape, read},
    report::{Issue, Places},
};

/// The answer of [`restore_response`].
#[derive(Debug)]
pub struct Restored {
    /// The body for the caller.
    pub body: String,
    /// What did not fit; those parts are as they came.
    pub issues: Vec<Issue>,
}

/// Restores the function calls of an answer: a `generateContent` response, an array of its chunks, or
/// either inside `response`, as in the lines of a batch and from Code Assist. All other bytes stay, and so does a body that
/// is no such answer: an error, or text that is no JSON (which is an issue).
///
/// ```
/// use lapidary::{Codec, Codecs, restore_response};
/// let codec = Codec::new(Some(("a/b".to_owned(), "a_b_1a2b3c".to_owned())));
/// let codecs = Codecs::new([("a_b_1a2b3c".to_owned(), codec)]);
/// let body = r#"{"candidates": [{"content": {"parts": [{"functionCall": {"name": "a_b_1a2b3c", "args": {}}}]}}]}"#;
/// assert_eq!(restore_response(&codecs, body).body, body.replace("a_b_1a2b3c", "a/b"));
/// ```
#[must_use]
pub fn restore_response(codecs: &Codecs, body: &str) -> Restored {
    match read(body) {
        Ok(tape) => restore(codecs, &tape).unwrap_or_else(|| Restored { body: body.to_owned(), issues: Vec::new() }),
        Err(error) => {
            let issue = Issue::unreadable(body, &error, PositionEncoding::default());
            Restored { body: body.to_owned(), issues: vec![issue] }
        }
    }
}

/// The answer restored; `None` if nothing in it changes or needs to be told.
pub(super) fn restore(codecs: &Codecs, tape: &Tape<'_>) -> Option<Restored> {
    let mut work = Work { codecs, tape, places: None, pieces: Vec::new(), issues: Vec::new() };
    for chunk in each(tape, Some(JsonId::ROOT)) {
        work.chunk(chunk);
        for chunk in each(tape, get(tape, chunk, "response")) {
            work.chunk(chunk);
        }
    }
    let Work { pieces, issues, .. } = work;
    (!pieces.is_empty() || !issues.is_empty()).then(|| Restored { body: replace(tape, pieces), issues })
}

struct Work<'d> {
    codecs: &'d Codecs,
    tape: &'d Tape<'d>,
    /// Made when there is something to tell.
    places: Option<Places<'d>>,
    pieces: Vec<Piece>,
    issues: Vec<Issue>,
}

impl Work<'_> {
    fn chunk(&mut self, chunk: JsonId) {
        let tape = self.tape;
        for candidate in each(tape, get(tape, chunk, "candidates")) {
            for part in each(tape, at(tape, candidate, &["content", "parts"])) {
                if let Some(call) = get(tape, part, "functionCall") {
                    self.call(call);
                }
            }
        }
    }

    fn call(&mut self, call: JsonId) {
        let codec =
            get(self.tape, call, "name").and_then(|name| self.codecs.tools.get(self.tape.string(name)?.as_ref()));
        let Some(codec) = codec else { return };
        let misfits = calls::recode(self.tape, call, &mut self.pieces, &|name, args| Some(codec.restore(name, args)));
        let in_parts = get(self.tape, call, "partialArgs").filter(|_| codec.arguments.is_some());
        if in_parts.is_none() && misfits.as_ref().is_none_or(|misfits| misfits.list.is_empty()) {
            return;
        }
        let places = self.places.get_or_insert_with(|| Places::new(self.tape, PositionEncoding::default()));
        if let Some(at) = in_parts {
            self.issues.push(PARTS_OF_ARGUMENTS.issue(places, self.tape, at, "passed on as they came"));
        }
        if let Some(misfits) = misfits {
            misfits.tell(places, self.tape, &mut self.issues);
        }
    }
}
