//! The branch of a union that a wire value matches.

use super::features::is_of_kind;
use crate::{
    json::{JsonId, Kind},
    restore::{BranchCode, Guard, walk::Walk},
};

impl<'c> Walk<'_, 'c, '_> {
    /// The first branch whose guard the value satisfies, wrapped ones before all others: only they declare the member
    /// that wraps them, and an alternative that requires nothing matches any object.
    pub(in crate::restore) fn choose(&mut self, branches: &'c [BranchCode], value: JsonId) -> Option<usize> {
        let tables = self.session.branches(branches);
        tables.0.iter().find_map(|guards| {
            let mut first = None;
            for list in guards.likely(self.tape, value) {
                let before = list.iter().copied().take_while(|at| first.is_none_or(|first| *at < first));
                let found = before.into_iter().find(|at| self.fits(&branches[*at].when, value));
                first = found.or(first);
            }
            first
        })
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
