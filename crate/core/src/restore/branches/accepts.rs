//! Whether a code has a wire form for an original, that is, whether encoding would report no misfit. Nothing is
//! written.

use super::features::is_of_kind;
use crate::{
    json::{JsonId, Kind, canonical},
    restore::{BranchCode, Code, Guard, ObjectCode, TupleCode, steps::TEXT, walk::Walk},
    schema::Kinds,
};

/// The approximate bytes that a memoized answer takes.
const KNOWN: usize = 64;

impl<'c> Walk<'_, 'c, '_> {
    /// Whether a branch has a wire form for an original; memoized for each code and value.
    pub(in crate::restore) fn accepts_branch(&mut self, branch: &'c BranchCode, id: JsonId) -> bool {
        let Some(code) = &branch.code else { return self.fits(&branch.when, id) };
        !self.contradicts(&branch.when, code, id) && self.accepts(code, id)
    }

    fn accepts(&mut self, code: &'c Code, id: JsonId) -> bool {
        if self.tape.kind(id) == Kind::Null && !code.wraps_null(self.direction) {
            return true;
        }
        let key = (std::ptr::from_ref(code).addr(), id);
        if let Some(known) = self.accepted.get(&key) {
            return *known;
        }
        let accepts = !self.session.work.step(1) || self.nested(|walk| walk.accepts_anew(code, id)).unwrap_or(true);
        if self.accepted.len() * KNOWN <= self.session.work.limits().memory {
            self.accepted.insert(key, accepts);
        }
        accepts
    }

    fn accepts_anew(&mut self, code: &'c Code, id: JsonId) -> bool {
        let (tape, kind) = (self.tape, self.tape.kind(id));
        match code {
            Code::Json | Code::Text | Code::Any => true,
            Code::Integer => is_of_kind(Kinds::INTEGER, tape, id),
            Code::Values(originals) => {
                self.session.work.step(1 + tape.slice(id).len() / TEXT);
                self.session.spellings(originals).0.contains_key(canonical(tape, id).as_str())
            }
            Code::Array(items) => kind == Kind::Array && tape.elements(id).all(|item| self.accepts(items, item)),
            Code::Tuple(tuple) => kind == Kind::Array && self.accepts_positions(tuple, id),
            Code::Entries { value } => kind == Kind::Object && self.accepts_members(id, |_| value.as_deref()),
            Code::Object(object) => kind == Kind::Object && self.accepts_object(object, id),
            Code::Member { value, .. } => value.as_deref().is_none_or(|value| self.accepts(value, id)),
            Code::Definition(name) => {
                self.codec.definitions.get(name).is_some_and(|definition| self.accepts(definition, id))
            }
            Code::Union(branches) => branches.iter().any(|branch| self.accepts_branch(branch, id)),
        }
    }

    fn accepts_members(&mut self, id: JsonId, code: impl Fn(&str) -> Option<&'c Code>) -> bool {
        let tape = self.tape;
        tape.members(id).all(|key| code(&tape.key(key)).is_none_or(|code| self.accepts(code, key.value_of_key())))
    }

    fn accepts_positions(&mut self, tuple: &'c TupleCode, id: JsonId) -> bool {
        let mut elements = self.tape.elements(id);
        let mut positions = tuple.members.iter().zip(&mut elements);
        positions.all(|(name, element)| tuple.codes.get(name).is_none_or(|code| self.accepts(code, element)))
            && elements.next().is_none()
    }

    fn accepts_object(&mut self, object: &'c ObjectCode, id: JsonId) -> bool {
        for (name, value) in &object.constants {
            let member = self.members.get(self.tape, id, name);
            if !member.is_some_and(|member| self.is_equal(value.get(), member)) {
                return false;
            }
        }
        let table = self.session.object(object);
        let Walk { tape, members, session, .. } = self;
        session.work.step(object.optional.len() + object.filled.len());
        let mut member = |name: &str| members.get(tape, id, name);
        let is_null = |member: JsonId| tape.kind(member) == Kind::Null;
        if object.optional.iter().any(|wire| member(object.original(wire)).is_some_and(is_null)) {
            return false;
        }
        let is_needed = |wire: &&String| !table.is_optional(wire) && !object.is_rest(wire);
        if object.filled.iter().filter(is_needed).any(|wire| member(object.original(wire)).is_none()) {
            return false;
        }
        let rest = object.rest.as_ref();
        self.accepts_members(id, |name| match rest {
            Some(rest) if !table.declares(name) => rest.value.as_deref(),
            _ => table.code(table.wire_name(name).unwrap_or(name)),
        })
    }

    /// Whether an original lacks a member or a position that a branch's guard requires, or has a value in it that the
    /// guard does not allow.
    pub(in crate::restore) fn contradicts(&mut self, guard: &'c Guard, code: &'c Code, id: JsonId) -> bool {
        let object = match self.defined(code) {
            Code::Object(object) => object,
            Code::Tuple(tuple) => return self.is_too_short(guard, tuple, id),
            _ => return false,
        };
        let table = self.session.object(object);
        let Walk { tape, members, session, .. } = self;
        session.work.step(guard.required.len() + guard.constants.len());
        let mut member = |wire: &str| members.get(tape, id, object.original(wire));
        let is_own = |wire: &str| !object.is_rest(wire) && !table.is_filled(wire);
        let mut is_one_of = |member: JsonId, strings: &'c [String]| {
            tape.string(member).is_some_and(|string| session.lists(strings, &string))
        };
        guard.required.iter().any(|wire| is_own(wire) && member(wire).is_none())
            || guard.constants.iter().any(|(wire, strings)| {
                // What the original of an encoded string is, the guard does not say.
                let is_allowed = |member| table.code(wire).is_some() || is_one_of(member, strings);
                is_own(wire) && !member(wire).is_some_and(is_allowed)
            })
    }

    /// Whether an array ends before a position that a guard requires.
    fn is_too_short(&mut self, guard: &Guard, tuple: &'c TupleCode, id: JsonId) -> bool {
        let positions = self.session.positions(tuple);
        let last = guard.required.iter().filter_map(|name| positions.get(name.as_str())).max();
        self.session.work.step(1 + guard.required.len());
        last.is_some_and(|last| self.tape.kind(id) == Kind::Array && self.tape.elements(id).nth(*last).is_none())
    }
}
