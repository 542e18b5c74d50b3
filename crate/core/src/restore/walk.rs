//! The walk over some arguments along their code, in either direction. It writes text as it goes: what
//! has no code is copied as it was written, white space and all.

use std::fmt::Display;

use super::{Code, Misfit, array, entries, member, object, text, tuple, union, values};
use crate::{
    json::{JsonId, Kind, Tape, equal, read},
    order::Map,
    schema::{push_index, push_key},
};

/// Codes that may lie inside each other; a declaration of the deepest target needs half of that. What
/// lies deeper is passed on, in both directions alike.
const MAX_DEPTH: usize = 256;

/// Misfits that are listed; more of them say nothing new.
const MAX_MISFITS: usize = 1_000;

/// Which way a walk goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From what the model sends to what the server takes.
    Restore,
    /// And forth again.
    Encode,
}

/// Where in the arguments a walk is.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// In the value of this key node.
    Member(JsonId),
    /// In the element at this index.
    Element(usize),
}

pub(super) struct Walk<'a> {
    pub(super) tape: &'a Tape<'a>,
    pub(super) definitions: &'a Map<String, Code>,
    pub(super) direction: Direction,
    pub(super) out: String,
    /// What tries of unions' branches have cost.
    pub(super) tried: usize,
    /// Whether a value came as itself where it is sent in another form, which restoring bears with.
    borne: bool,
    path: Vec<Place>,
    depth: usize,
    found: MisfitLog,
}

/// The misfits so far; `count` goes on where the list ends.
#[derive(Default)]
struct MisfitLog {
    misfits: Vec<Misfit>,
    count: usize,
    too_deep: bool,
}

/// A place in the output to which a walk can go back.
#[derive(Clone, Copy)]
pub(super) struct Checkpoint {
    out: usize,
    listed: usize,
    count: usize,
    too_deep: bool,
}

/// What a walk wrote since a mark, taken out again.
pub(super) struct Taken {
    text: String,
    misfits: Vec<Misfit>,
    count: usize,
    too_deep: bool,
}

impl Code {
    /// `null` is itself on both sides, save where the wire has an object around it, or a text that may not be null.
    pub(super) fn wraps_null(&self, direction: Direction) -> bool {
        direction == Direction::Encode && matches!(self, Code::Member { .. } | Code::Text)
    }
}

impl<'a> Walk<'a> {
    pub(super) fn new(tape: &'a Tape<'a>, definitions: &'a Map<String, Code>, direction: Direction) -> Walk<'a> {
        let out = String::with_capacity(tape.text().len());
        Walk {
            tape,
            definitions,
            direction,
            out,
            tried: 0,
            borne: false,
            path: Vec::new(),
            depth: 0,
            found: MisfitLog::default(),
        }
    }

    /// The whole document, and what did not fit.
    pub(super) fn document(mut self, code: &'a Code) -> (String, Vec<Misfit>) {
        let root = self.tape.span(JsonId::ROOT);
        self.copy_between(0, root.start);
        self.value(Some(code), JsonId::ROOT);
        self.copy_between(root.end, self.tape.text().len() as u32);
        (self.out, self.found.misfits)
    }

    /// Writes a value as its code says.
    pub(super) fn value(&mut self, code: Option<&'a Code>, id: JsonId) {
        let Some(code) = code else { return self.copy(id) };
        if self.tape.kind(id) == Kind::Null && !code.wraps_null(self.direction) {
            return self.copy(id);
        }
        if self.depth == MAX_DEPTH {
            return self.too_deep(id);
        }
        self.depth += 1;
        match code {
            Code::Object(object) => object::walk(self, object, id),
            Code::Array(items) => array::walk(self, items, id),
            Code::Union(branches) => union::walk(self, branches, id),
            Code::Entries { value } => entries::walk(self, value.as_deref(), id),
            Code::Json | Code::Text => text::json(self, id),
            Code::Any => text::any(self, id),
            Code::Values(originals) => values::listed(self, originals, id),
            Code::Integer => values::integer(self, id),
            Code::Member { name, value } => member::walk(self, name, value.as_deref(), id),
            Code::Tuple(code) => tuple::walk(self, code, id),
            Code::Definition(name) => match self.definitions.get(name) {
                Some(code) => self.value(Some(code), id),
                None => self.pass(id, &format_args!("the codec has no definition {name:?}")),
            },
        }
        self.depth -= 1;
    }

    /// Does something one step further in.
    pub(super) fn within<T>(&mut self, step: Place, act: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let done = act(self);
        self.path.pop();
        done
    }

    /// Writes the value of a member or element as its code says.
    pub(super) fn child(&mut self, step: Place, code: Option<&'a Code>, id: JsonId) {
        self.within(step, |walk| walk.value(code, id));
    }

    /// Writes a value as it came.
    pub(super) fn copy(&mut self, id: JsonId) {
        self.out.push_str(self.tape.slice(id));
    }

    /// Writes what stands between two places of the text.
    pub(super) fn copy_between(&mut self, from: u32, to: u32) {
        self.out.push_str(&self.tape.text()[from as usize..to as usize]);
    }

    /// Writes a value as it came, because it does not fit its code.
    pub(super) fn pass(&mut self, id: JsonId, message: &dyn Display) {
        self.copy(id);
        self.misfit(message);
    }

    /// Notes that something at this place does not fit.
    pub(super) fn misfit(&mut self, message: &dyn Display) {
        self.found.count += 1;
        if self.found.misfits.len() < MAX_MISFITS {
            let pointer = self.pointer();
            self.found.misfits.push(Misfit { pointer, message: message.to_string() });
        }
    }

    /// Notes that a member or element does not fit.
    pub(super) fn misfit_in(&mut self, step: Place, message: &dyn Display) {
        self.within(step, |walk| walk.misfit(message));
    }

    fn too_deep(&mut self, id: JsonId) {
        self.copy(id);
        if std::mem::replace(&mut self.found.too_deep, true) {
            self.found.count += 1;
        } else {
            self.misfit(&format_args!("what is coded deeper than {MAX_DEPTH} levels is passed on as it is"));
        }
    }

    fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in &self.path {
            match step {
                Place::Member(key) => push_key(&mut pointer, &self.tape.key(*key)),
                Place::Element(index) => push_index(&mut pointer, *index),
            }
        }
        pointer
    }

    /// What a code finds that does not fit as it restores what was written to the value that it was written for; `None`
    /// where that is another, or only borne with.
    pub(super) fn misfits_restored(&self, code: Option<&Code>, wire: &Tape<'_>, id: JsonId) -> Option<usize> {
        let mut back = Walk { depth: self.depth, ..Walk::new(wire, self.definitions, Direction::Restore) };
        back.value(code, JsonId::ROOT);
        if back.borne {
            return None;
        }
        let both = format!("[{},{}]", back.out, self.tape.slice(id));
        let tape = read(&both).ok()?;
        let mut sides = tape.elements(JsonId::ROOT);
        let (value, original) = sides.next().zip(sides.next())?;
        equal(&tape, value, original).then_some(back.found.count)
    }

    /// Writes a value that came as itself, though it is sent in another form.
    pub(super) fn bear(&mut self, id: JsonId) {
        self.borne = true;
        self.copy(id);
    }

    pub(super) fn mark(&self) -> Checkpoint {
        let MisfitLog { misfits, count, too_deep } = &self.found;
        Checkpoint { out: self.out.len(), listed: misfits.len(), count: *count, too_deep: *too_deep }
    }

    /// Whether all that was written since the mark fitted.
    pub(super) fn fitted_since(&self, mark: Checkpoint) -> bool {
        self.found.count == mark.count
    }

    /// What was written since the mark.
    pub(super) fn written_since(&self, mark: Checkpoint) -> &str {
        &self.out[mark.out..]
    }

    /// Goes back to the mark.
    pub(super) fn take_since(&mut self, mark: Checkpoint) -> Taken {
        let MisfitLog { count, too_deep, .. } = self.found;
        let taken = Taken {
            text: self.out.split_off(mark.out),
            misfits: self.found.misfits.split_off(mark.listed),
            count: count - mark.count,
            too_deep,
        };
        (self.found.count, self.found.too_deep) = (mark.count, mark.too_deep);
        taken
    }

    /// Puts back what was taken out at this place.
    pub(super) fn put(&mut self, taken: Taken) {
        self.out.push_str(&taken.text);
        self.found.misfits.extend(taken.misfits);
        self.found.count += taken.count;
        self.found.too_deep |= taken.too_deep;
    }
}
