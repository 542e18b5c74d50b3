//! Restores a whole response.

use super::{
    calls::{self, ArgumentsFormat, Misfits, items},
    fields::{at, each, get, text},
    findings::{Finding, NAMESPACE, PARTS_OF_ARGUMENTS, note},
    open_calls::Deltas,
};
use crate::{
    Call, Codec, Codecs, Limits,
    json::{JsonId, Piece, PositionEncoding, Tape, quote, read, replace},
    limits::Work,
    report::{Issue, Places},
    restore::Session,
};

/// The result of [`restore_response`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Restored {
    /// The body for the caller.
    pub body: String,
    /// What could not be restored; those parts are unchanged, or omitted.
    pub issues: Vec<Issue>,
}

/// Restores the function calls of a response: that of `generateContent`, an array of its chunks, or either inside
/// `response`, as in the lines of a batch and from Code Assist; or a chat completion in OpenAI's format, or a response
/// of its Responses API. All other bytes are kept, and so is a body that is no such response: an error, or text that is
/// no JSON (which is an issue).
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
    restore_response_within(&Limits::default(), codecs, body)
}

/// The same as [`restore_response`], within limits. A call at which one is met is left unchanged, with an issue; each
/// call may use half of what is left.
#[must_use]
pub fn restore_response_within(limits: &Limits, codecs: &Codecs, body: &str) -> Restored {
    let work = Work::new(limits, body.len());
    match read(body) {
        Ok(tape) => restore(codecs, &work, &tape, &mut Deltas::new(usize::MAX), Next::None)
            .unwrap_or_else(|| Restored { body: body.to_owned(), issues: Vec::new() }),
        Err(error) => {
            let issue = Issue::unreadable(body, &error, PositionEncoding::default());
            Restored { body: body.to_owned(), issues: vec![issue] }
        }
    }
}

/// What follows a document in its stream.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Possibly more pieces of its calls.
    More,
    /// Nothing that belongs to it.
    None,
}

/// The response restored; `None` if nothing in it changes and there are no issues. `deltas` are the incomplete calls,
/// carried over from earlier documents and to later ones.
pub(super) fn restore(
    codecs: &Codecs,
    work: &Work,
    tape: &Tape<'_>,
    deltas: &mut Deltas,
    next: Next,
) -> Option<Restored> {
    let session = Session::new(work);
    let mut work = Restoring { codecs, session, tape, deltas, places: None, pieces: Vec::new(), issues: Vec::new() };
    for chunk in each(tape, Some(JsonId::ROOT)) {
        let event = text(tape, chunk, "type").filter(|event| event.starts_with("response."));
        if let Some(event) = event {
            work.item_event(chunk, &event);
            continue;
        }
        work.chunk(chunk);
        for chunk in each(tape, get(tape, chunk, "response")) {
            work.chunk(chunk);
        }
    }
    work.leave(next);
    let Restoring { pieces, issues, .. } = work;
    (!pieces.is_empty() || !issues.is_empty()).then(|| Restored { body: replace(tape, pieces), issues })
}

/// A document being restored.
pub(super) struct Restoring<'d> {
    pub(super) codecs: &'d Codecs,
    pub(super) session: Session<'d>,
    pub(super) tape: &'d Tape<'d>,
    pub(super) deltas: &'d mut Deltas,
    /// Created for the first issue.
    places: Option<Places<'d>>,
    pub(super) pieces: Vec<Piece>,
    pub(super) issues: Vec<Issue>,
}

impl<'d> Restoring<'d> {
    pub(super) fn chunk(&mut self, chunk: JsonId) {
        let tape = self.tape;
        for candidate in each(tape, get(tape, chunk, "candidates")) {
            for part in each(tape, at(tape, candidate, &["content", "parts"])) {
                if let Some(call) = get(tape, part, "functionCall") {
                    self.call(call, ArgumentsFormat::Object);
                }
            }
        }
        for choice in each(tape, get(tape, chunk, "choices")) {
            for call in each(tape, at(tape, choice, &["message", "toolCalls"])) {
                if let Some(function) = get(tape, call, "function") {
                    self.call(function, ArgumentsFormat::Text);
                }
            }
            self.delta(chunk, choice);
        }
        for call in items(tape, get(tape, chunk, "output")) {
            self.call(call, ArgumentsFormat::Text);
        }
    }

    /// Restores a complete call.
    pub(super) fn call(&mut self, call: JsonId, format: ArgumentsFormat) {
        let Some(name) = text(self.tape, call, "name") else { return };
        if let Some(called) = self.called(&name) {
            self.namespace(call, &called);
            self.recode(call, format, &called);
        }
    }

    /// Restores a complete call of a tool; its namespace is not reported.
    pub(super) fn recode(&mut self, call: JsonId, format: ArgumentsFormat, called: &Called<'d, '_>) {
        let tape = self.tape;
        let more = || get(tape, call, "willContinue").filter(|more| tape.boolean(*more) == Some(true));
        let parts = get(tape, call, "partialArgs").or_else(more);
        if let Some(at) = parts.filter(|_| called.codec.arguments.is_some()) {
            self.find(&PARTS_OF_ARGUMENTS, at, called.tool(), "");
            return self.rename(call, called);
        }
        let Restoring { session, pieces, .. } = self;
        let restore = &mut |_: &str, args: &str| Some(called.restore(format, session, args));
        if let Some(mut misfits) = calls::recode(tape, call, format, pieces, restore) {
            called.tool().clone_into(&mut misfits.function);
            self.tell(&misfits);
        }
    }

    /// Restores the name of a call.
    pub(super) fn rename(&mut self, call: JsonId, called: &Called<'_, '_>) {
        if let Some(at) = get(self.tape, call, "name").filter(|_| called.tool() != called.name) {
            self.pieces.push(Piece::new(self.tape, at, quote(called.tool())));
        }
    }

    /// Reports the namespace that a model has added to the name of a call.
    pub(super) fn namespace(&mut self, call: JsonId, called: &Called<'_, '_>) {
        if let Some(at) = get(self.tape, call, "name").filter(|_| called.declared != called.name) {
            self.find(&NAMESPACE, at, called.tool(), called.name);
        }
    }

    /// The tool that a name calls; `None` where its calls need no change.
    pub(super) fn called<'n>(&self, name: &'n str) -> Option<Called<'d, 'n>> {
        self.codecs.called(name).map(|(declared, codec)| Called { name, declared, codec })
    }

    /// Reports the misfits of a call.
    pub(super) fn tell(&mut self, misfits: &Misfits) {
        if !misfits.list.is_empty() {
            let places = self.places.get_or_insert_with(|| Places::new(self.tape, PositionEncoding::default()));
            misfits.tell(places, self.tape, &mut self.issues);
        }
    }

    /// Reports a finding about a call; `detail` completes its message and may be empty.
    pub(super) fn find(&mut self, finding: &Finding, at: JsonId, tool: &str, detail: &str) {
        let places = self.places.get_or_insert_with(|| Places::new(self.tape, PositionEncoding::default()));
        note(&mut self.issues, 0, || finding.issue(places, self.tape, at, detail).called(tool));
    }
}

/// The tool of a call.
pub(super) struct Called<'d, 'n> {
    /// The name in the call.
    name: &'n str,
    /// The name that the tool is declared under.
    declared: &'n str,
    pub(super) codec: &'d Codec,
}

impl<'d> Called<'d, '_> {
    /// The tool's own name.
    pub(super) fn tool(&self) -> &str {
        self.codec.restore_name(self.declared)
    }

    /// Restores arguments.
    pub(super) fn restore(&self, format: ArgumentsFormat, session: &mut Session<'d>, args: &str) -> Call {
        format.restore(self.codec, session, self.declared, args)
    }
}
