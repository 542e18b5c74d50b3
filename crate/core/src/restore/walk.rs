//! The walk over arguments and their code, in either direction. It writes text as it goes: values without a code are
//! copied verbatim, white space included.

use std::{fmt::Display, mem};

use super::{
    Code,
    codec::{Codec, Misfit},
    members::Members,
    session::Session,
    steps::TEXT,
};
use crate::{
    json::{JsonId, Kind, Step, Tape, canonical, read},
    limits::{Met, OUTPUT_RATIO},
    order::Map,
    schema::pointer_along,
};

/// The deepest nesting of codes; a declaration of the deepest target needs half of that. Values nested deeper are
/// passed on unchanged, in both directions.
const MAX_DEPTH: usize = 256;

/// The most misfits that are listed; further ones are only counted.
const MAX_MISFITS: usize = 1_000;

/// The direction of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From what the model sends to what the server takes.
    Restore,
    /// From what the server takes to what the model sends.
    Encode,
}

/// Writes a value by its code; it calls [`Walk::value`] for nested values.
pub(super) type Dispatch = for<'w, 'c, 't> fn(&mut Walk<'w, 'c, 't>, &'c Code, JsonId);

pub(super) struct Walk<'w, 'c, 't> {
    dispatch: Dispatch,
    pub(super) session: &'w mut Session<'c>,
    pub(super) tape: &'t Tape<'t>,
    pub(super) members: Members<'t>,
    pub(super) codec: &'c Codec,
    pub(super) direction: Direction,
    pub(super) out: String,
    /// The most bytes that may be written, and whether the share of the codec is included.
    most: usize,
    with_codec: bool,
    /// Whether a code has a wire form for a value, memoized by the address of the code and the value.
    pub(super) accepted: Map<(usize, JsonId), bool>,
    path: Vec<Step>,
    depth: usize,
    found: MisfitLog,
}

/// The misfits so far; `count` includes those that are not listed.
#[derive(Default)]
struct MisfitLog {
    misfits: Vec<Misfit>,
    count: usize,
    too_deep: bool,
}

impl Code {
    /// Whether a walk in this direction changes `null`: encoding does if the wire has an object around it, or JSON text
    /// that may not be null.
    pub(super) fn wraps_null(&self, direction: Direction) -> bool {
        direction == Direction::Encode && matches!(self, Code::Member { .. } | Code::Text)
    }
}

impl<'w, 'c, 't> Walk<'w, 'c, 't> {
    pub(super) fn new(
        session: &'w mut Session<'c>,
        tape: &'t Tape<'t>,
        codec: &'c Codec,
        direction: Direction,
        dispatch: Dispatch,
    ) -> Walk<'w, 'c, 't> {
        let most = session.work.limits().output.max(tape.text().len().saturating_mul(OUTPUT_RATIO));
        Walk {
            dispatch,
            session,
            tape,
            members: Members::default(),
            codec,
            direction,
            out: String::with_capacity(tape.text().len()),
            most,
            with_codec: false,
            accepted: Map::new(),
            path: Vec::new(),
            depth: 0,
            found: MisfitLog::default(),
        }
    }

    /// Walks the whole document; returns the text and the misfits, both to be discarded where a limit was met.
    pub(super) fn document(mut self, code: &'c Code) -> (String, Vec<Misfit>) {
        let root = self.tape.span(JsonId::ROOT);
        self.copy_between(0, root.start);
        self.value(Some(code), JsonId::ROOT);
        self.copy_between(root.end, self.tape.text().len() as u32);
        let MisfitLog { mut misfits, count, .. } = self.found;
        if let Some(last) = misfits.last_mut().filter(|_| count > MAX_MISFITS) {
            let more = (count - MAX_MISFITS).to_string();
            last.message.extend(["; ", &more, " more parts that do not fit are not listed"]);
        }
        (self.out, misfits)
    }

    /// Counts the cost of writing a text of so many bytes; returns whether the limits allow it.
    pub(super) fn count(&mut self, bytes: usize) -> bool {
        let length = self.out.len() + bytes;
        if length > self.most && !mem::replace(&mut self.with_codec, true) {
            self.most += self.codec.size().saturating_mul(OUTPUT_RATIO);
        }
        if length > self.most {
            self.session.work.meet(Met::Output);
        }
        self.session.work.step(1 + bytes / TEXT)
    }

    /// Writes text that is not in the arguments.
    pub(super) fn add(&mut self, text: &str) {
        if self.count(text.len()) {
            self.out.push_str(text);
        }
    }

    /// Writes a value by its code, or nothing where a limit is met.
    pub(super) fn value(&mut self, code: Option<&'c Code>, id: JsonId) {
        if !self.count(0) {
            return;
        }
        let Some(code) = code else { return self.copy(id) };
        if self.tape.kind(id) == Kind::Null && !code.wraps_null(self.direction) {
            return self.copy(id);
        }
        if self.nested(|walk| (walk.dispatch)(walk, code, id)).is_none() {
            self.too_deep(id);
        }
    }

    /// Runs `act` one level of codes deeper; returns `None` where there are too many levels.
    pub(super) fn nested<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let done = act(self);
        self.depth -= 1;
        Some(done)
    }

    /// Runs `act` one step further along the path.
    pub(super) fn within<T>(&mut self, step: Step, act: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let done = act(self);
        self.path.pop();
        done
    }

    /// Writes the value of a member or element by its code.
    pub(super) fn child(&mut self, step: Step, code: Option<&'c Code>, id: JsonId) {
        self.within(step, |walk| walk.value(code, id));
    }

    /// Writes a value unchanged.
    pub(super) fn copy(&mut self, id: JsonId) {
        self.out.push_str(self.tape.slice(id));
    }

    /// The code that a definition has, if the code is one of a definition.
    pub(super) fn defined(&self, code: &'c Code) -> &'c Code {
        let Code::Definition(name) = code else { return code };
        self.codec.definitions.get(name).unwrap_or(code)
    }

    /// Writes the text between two offsets.
    pub(super) fn copy_between(&mut self, from: u32, to: u32) {
        self.out.push_str(&self.tape.text()[from as usize..to as usize]);
    }

    /// Writes a value unchanged and records that it does not fit its code.
    pub(super) fn pass(&mut self, id: JsonId, message: &dyn Display) {
        self.copy(id);
        self.misfit(message);
    }

    /// Records a misfit at the current place.
    pub(super) fn misfit(&mut self, message: &dyn Display) {
        self.record(message, false);
    }

    fn record(&mut self, message: &dyn Display, omitted: bool) {
        self.found.count += 1;
        if self.found.misfits.len() < MAX_MISFITS {
            let pointer = self.pointer();
            self.found.misfits.push(Misfit { pointer, message: message.to_string(), omitted });
        }
    }

    /// Records a misfit at a member or element.
    pub(super) fn misfit_in(&mut self, step: Step, message: &dyn Display) {
        self.within(step, |walk| walk.misfit(message));
    }

    /// Records an element that is not written.
    pub(super) fn omit(&mut self, step: Step, message: &dyn Display) {
        self.within(step, |walk| walk.record(message, true));
    }

    fn too_deep(&mut self, id: JsonId) {
        self.copy(id);
        if mem::replace(&mut self.found.too_deep, true) {
            self.found.count += 1;
        } else {
            self.misfit(&format_args!("what is encoded deeper than {MAX_DEPTH} levels is passed on as it is"));
        }
    }

    /// The pointer to the current place, or to the nearest parent for which it is not too long.
    fn pointer(&self) -> String {
        pointer_along(self.tape, &self.path)
    }

    /// A walk that restores what this one wrote.
    pub(super) fn back<'v>(&'v mut self, wire: &'v Tape<'v>) -> Walk<'v, 'c, 'v> {
        let Walk { dispatch, most, with_codec, depth, .. } = *self;
        Walk { most, with_codec, depth, ..Walk::new(self.session, wire, self.codec, Direction::Restore, dispatch) }
    }

    /// The text that was written.
    pub(super) fn restored(self) -> String {
        self.out
    }

    /// Whether a JSON text has the same value as a node.
    pub(super) fn is_equal(&self, text: &str, id: JsonId) -> bool {
        self.session.work.step(1 + text.len() / TEXT);
        text == self.tape.slice(id)
            || read(text).is_ok_and(|tape| canonical(&tape, JsonId::ROOT) == canonical(self.tape, id))
    }
}
