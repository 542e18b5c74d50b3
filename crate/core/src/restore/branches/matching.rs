//! Whether an original matches a branch, as far as its guard tells.

use serde_json::value::RawValue;

use super::originals::OriginalIndex;
use crate::{
    json::{Decimal, JsonId, Kind, canonical},
    order::{Gather, sort_by_key},
    restore::{BranchCode, Code, Guard, steps::TEXT, walk::Walk},
    schema::Kinds,
};

/// How certain it has to be that an original matches a branch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::restore) enum Certainty {
    /// All that the branch requires is known to be satisfied.
    Yes,
    /// Nothing known contradicts it: null may be anywhere, and guards may be partial.
    Perhaps,
    /// Nothing but members that the branch does not declare, which open objects may have.
    Undeclared,
}

impl<'c> Walk<'_, 'c, '_> {
    /// The first branch whose code lists an original among its values.
    pub(in crate::restore) fn listing(&self, table: &OriginalIndex<'c>, id: JsonId) -> Option<usize> {
        if table.by_value.is_empty() {
            return None;
        }
        self.session.work.step(1 + self.tape.slice(id).len() / TEXT);
        table.by_value.get(canonical(self.tape, id).as_str()).copied()
    }

    /// The branches that an original may match by its signs.
    pub(in crate::restore) fn likely(&mut self, table: &OriginalIndex<'c>, id: JsonId) -> Vec<usize> {
        let mut found = table.known.likely(self.tape, id).into_iter().flatten().chain(&table.unknown).copied().gather();
        sort_by_key(&mut found, |at| *at);
        found
    }

    /// Whether an original matches a branch, as deep as guards go.
    pub(in crate::restore) fn is_of(&mut self, branch: &'c BranchCode, id: JsonId, certainty: Certainty) -> bool {
        match &branch.code {
            Some(Code::Member { name, .. }) => {
                branch.when.properties.get(name).is_none_or(|guards| self.satisfies_any(guards, id, certainty))
            }
            Some(Code::Json | Code::Text) => self.satisfies_any(&branch.when.items, id, certainty),
            _ => self.contents_satisfy(&branch.when, id, certainty),
        }
    }

    /// Whether an original satisfies one of the guards; without guards, any original does.
    fn satisfies_any(&mut self, guards: &'c [Guard], original: JsonId, certainty: Certainty) -> bool {
        if guards.is_empty() {
            return true;
        }
        if self.tape.kind(original) == Kind::Null {
            return certainty != Certainty::Yes || guards.iter().any(|guard| guard.kind == Kinds::NULL);
        }
        guards.iter().any(|guard| self.fits(guard, original) && self.contents_satisfy(guard, original, certainty))
    }

    /// Whether the items, members and bounds of an original satisfy a guard at all levels, with the given certainty.
    fn contents_satisfy(&mut self, guard: &'c Guard, original: JsonId, certainty: Certainty) -> bool {
        if certainty == Certainty::Yes && guard.partial {
            return false;
        }
        let tape = self.tape;
        if !guard.items.is_empty()
            && !tape.elements(original).all(|item| self.satisfies_any(&guard.items, item, certainty))
        {
            return false;
        }
        if !guard.properties.is_empty() || guard.others.is_some() {
            for key in tape.members(original) {
                let others = guard.others.as_deref();
                let holds = self.session.work.step(1)
                    && match guard.properties.get(&*tape.key(key)).map(Vec::as_slice).or(others) {
                        None => true,
                        Some([]) if !guard.properties.contains_key(&*tape.key(key)) => {
                            certainty == Certainty::Undeclared
                        }
                        Some(guards) => self.satisfies_any(guards, key.value_of_key(), certainty),
                    };
                if !holds {
                    return false;
                }
            }
        }
        self.is_in_bounds(guard, original)
    }

    fn is_in_bounds(&mut self, guard: &Guard, original: JsonId) -> bool {
        let bound = |bound: &Option<Box<RawValue>>| Decimal::parse(bound.as_ref()?.get());
        let (least, most) = (bound(&guard.least), bound(&guard.most));
        if least.is_none() && most.is_none() {
            return true;
        }
        let tape = self.tape;
        self.session.work.step(1 + tape.slice(original).len() / TEXT);
        let count = match tape.kind(original) {
            Kind::String => tape.string(original).map_or(0, |string| string.chars().count()),
            Kind::Array => tape.elements(original).count(),
            Kind::Object => tape.members(original).count(),
            _ => 0,
        };
        let size = if tape.kind(original) == Kind::Number {
            Decimal::parse(tape.slice(original))
        } else {
            Decimal::parse(&count.to_string())
        };
        size.is_none_or(|size| least.is_none_or(|least| least <= size) && most.is_none_or(|most| size <= most))
    }
}
