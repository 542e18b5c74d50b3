//! The branch of a union that a wire value matches.

use super::features::{GuardIndex, is_of_kind};
use crate::{
    json::{JsonId, Kind},
    restore::{BranchCode, Code, Guard, walk::Walk},
};

impl<'c> Walk<'_, 'c, '_> {
    /// The first branch whose guard the value satisfies, wrapped ones before all others: an alternative that requires
    /// nothing matches any object. A wrapped value has one member, so that what requires another comes first.
    pub(in crate::restore) fn choose(&mut self, branches: &'c [BranchCode], value: JsonId) -> Option<usize> {
        let tables = self.session.branches(branches);
        let [wrapped, others] = &tables.0;
        let found = self.first(wrapped, branches, value, None);
        let wrapping = found.and_then(|at| match &branches[at].code {
            Some(Code::Member { name, .. }) => Some(name.as_str()),
            _ => None,
        });
        if wrapping.is_some_and(|name| self.tape.members(value).all(|key| self.tape.key_is(key, name))) {
            return found;
        }
        self.first(others, branches, value, wrapping).or(found)
    }

    /// The first of some branches whose guard the value satisfies and, with a name, requires another member than that.
    fn first(
        &mut self,
        index: &GuardIndex<'c>,
        branches: &'c [BranchCode],
        value: JsonId,
        besides: Option<&str>,
    ) -> Option<usize> {
        let mut first = None;
        for list in index.likely(self.tape, value) {
            let mut before = list.iter().copied().take_while(|at| first.is_none_or(|first| *at < first));
            let found = before.find(|at| {
                let guard = &branches[*at].when;
                besides.is_none_or(|name| guard.requires_besides(name)) && self.fits(guard, value)
            });
            first = found.or(first);
        }
        first
    }

    /// Whether a wire value satisfies a guard.
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
}

impl Guard {
    /// Whether it requires another member than that of this name.
    fn requires_besides(&self, name: &str) -> bool {
        let constants = self.constants.iter().map(|(member, _)| member);
        self.required.iter().chain(constants).any(|member| !member.is_empty() && member != name)
    }
}
