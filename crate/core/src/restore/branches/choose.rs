//! The branch of a union that a wire value matches.

use std::borrow::Cow;

use super::features::{GuardIndex, is_of_kind};
use crate::{
    json::{Decimal, JsonId, Kind},
    restore::{BranchCode, Code, Guard, ObjectCode, steps::TEXT, walk::Walk},
};

/// What null counts as for a member that a branch requires, and that may not be null.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    Absent,
    Present,
}

impl<'c> Walk<'_, 'c, '_> {
    /// The branch that a wire value matches. Models send null for members that they mean to omit, also for those of
    /// other alternatives, so that it shows the alternative only where nothing else does.
    pub(in crate::restore) fn choose(&mut self, branches: &'c [BranchCode], value: JsonId) -> Option<usize> {
        let found = self.first_of_all(branches, value, Null::Absent);
        found.or_else(|| self.first_of_all(branches, value, Null::Present))
    }

    /// The first branch whose guard the value satisfies, wrapped ones before all others: an alternative that requires
    /// nothing matches any object. A wrapped value has one member, so that what requires another comes first.
    fn first_of_all(&mut self, branches: &'c [BranchCode], value: JsonId, null: Null) -> Option<usize> {
        let tables = self.session.branches(branches);
        let [wrapped, others] = &tables.0;
        let found = self.first(wrapped, branches, value, null, None);
        let wrapping = found.and_then(|at| match &branches[at].code {
            Some(Code::Member { name, .. }) => Some(name.as_str()),
            _ => None,
        });
        if wrapping.is_some_and(|name| self.tape.members(value).all(|key| self.tape.key_is(key, name))) {
            return found;
        }
        self.first(others, branches, value, null, wrapping).or(found)
    }

    /// The first of some branches whose guard the value satisfies and, with a name, requires another member than that.
    fn first(
        &mut self,
        index: &GuardIndex<'c>,
        branches: &'c [BranchCode],
        value: JsonId,
        null: Null,
        besides: Option<&str>,
    ) -> Option<usize> {
        let mut first = None;
        for list in index.likely(self.tape, value) {
            let mut before = list.iter().copied().take_while(|at| first.is_none_or(|first| *at < first));
            let found = before.find(|at| {
                let branch = &branches[*at];
                besides.is_none_or(|name| branch.when.requires_besides(name))
                    && self.fits(&branch.when, value)
                    && (null == Null::Present || !self.has_null(branch, value))
                    && !self.has_other_number(branch, value)
            });
            first = found.or(first);
        }
        first
    }

    /// Whether a value satisfies a guard.
    pub(super) fn fits(&mut self, guard: &'c Guard, value: JsonId) -> bool {
        let Walk { tape, members, session, .. } = self;
        if !session.work.step(1 + guard.constants.len() + guard.listed.len() + guard.required.len()) {
            return false;
        }
        let mut is_one_of =
            |id: JsonId, strings: &'c [String]| tape.string(id).is_some_and(|string| session.lists(strings, &string));
        is_of_kind(guard.kind, tape, value)
            && guard.constants.iter().all(|(name, strings)| match name.as_str() {
                "" => is_one_of(value, strings),
                name => members.get(tape, value, name).is_some_and(|member| is_one_of(member, strings)),
            })
            && guard.listed.iter().all(|(name, strings)| {
                let member = members.get(tape, value, name).filter(|member| tape.kind(*member) != Kind::Null);
                member.is_none_or(|member| is_one_of(member, strings))
            })
            && guard.required.iter().all(|name| members.get(tape, value, name).is_some())
    }

    /// Whether a member that a branch requires is null, though it may be neither null nor absent.
    fn has_null(&mut self, branch: &'c BranchCode, value: JsonId) -> bool {
        let BranchCode { when, code } = branch;
        let table = self.object_of(code.as_ref()).map(|object| self.session.object(object));
        let Walk { tape, members, session, .. } = self;
        session.work.step(when.required.len());
        when.required.iter().any(|name| {
            members.get(tape, value, name).is_some_and(|member| tape.kind(member) == Kind::Null)
                && !table.as_ref().is_some_and(|table| table.is_optional(name))
                && !session.lists(&when.nullable, name)
        })
    }

    /// Whether a member that is always the same number is present as another value; guards list strings alone.
    fn has_other_number(&mut self, branch: &'c BranchCode, value: JsonId) -> bool {
        let object = self.object_of(branch.code.as_ref()).filter(|object| !object.constants.is_empty());
        let Some(object) = object else { return false };
        let table = self.session.object(object);
        let Walk { tape, members, session, .. } = self;
        object.constants.iter().any(|(name, constant)| {
            let wire = table.wire_name(name).unwrap_or(name);
            let is_plain = matches!(table.code(wire), None | Some(Code::Integer));
            let expected = Decimal::parse(constant.get()).filter(|_| is_plain);
            let member = members.get(tape, value, wire).filter(|member| tape.kind(*member) != Kind::Null);
            let Some((expected, member)) = expected.zip(member) else { return false };
            session.work.step(1 + tape.slice(member).len() / TEXT);
            // Models write numbers as strings, too.
            let text = tape.string(member).unwrap_or(Cow::Borrowed(tape.slice(member)));
            Decimal::parse(&text) != Some(expected)
        })
    }

    /// The code of a branch's objects, also where a definition has it.
    fn object_of(&self, code: Option<&'c Code>) -> Option<&'c ObjectCode> {
        self.defined(code?).object()
    }
}

impl Guard {
    /// Whether it requires another member than that of this name.
    fn requires_besides(&self, name: &str) -> bool {
        let constants = self.constants.iter().map(|(member, _)| member);
        self.required.iter().chain(constants).any(|member| !member.is_empty() && member != name)
    }
}
