//! Whether an original matches a branch, as far as its guard tells.

use serde_json::value::RawValue;

use super::originals::OriginalIndex;
use crate::{
    json::{Decimal, JsonId, Kind, canonical},
    order::{Gather, sort_by_key},
    restore::{BranchCode, Code, Guard, steps::TEXT, walk::Walk},
    schema::Kinds,
};

/// What an original may have for which a branch does not account.
#[derive(Clone, Copy)]
pub(in crate::restore) struct Leeway {
    /// What a guard that is partial does not state.
    partial: bool,
    /// Null, in place of any value.
    null: bool,
    /// Members that the branch does not declare, which open objects may have.
    undeclared: bool,
}

impl Leeway {
    /// From the branches that certainly match to those that nothing known contradicts. An open object allows undeclared
    /// members; what a partial guard does not state may exclude the value.
    pub(in crate::restore) const GROWING: [Leeway; 6] = [
        Leeway { partial: false, null: false, undeclared: false },
        Leeway { partial: false, null: false, undeclared: true },
        Leeway { partial: true, null: false, undeclared: false },
        Leeway { partial: true, null: false, undeclared: true },
        Leeway { partial: true, null: true, undeclared: false },
        Leeway { partial: true, null: true, undeclared: true },
    ];
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
    pub(in crate::restore) fn is_of(&mut self, branch: &'c BranchCode, id: JsonId, leeway: Leeway) -> bool {
        match &branch.code {
            Some(Code::Member { name, .. }) => {
                branch.when.properties.get(name).is_none_or(|guards| self.satisfies_any(guards, id, leeway))
            }
            Some(Code::Json | Code::Text) => self.satisfies_any(&branch.when.items, id, leeway),
            _ => self.contents_satisfy(&branch.when, id, leeway),
        }
    }

    /// Whether an original satisfies one of the guards; without guards, any original does.
    fn satisfies_any(&mut self, guards: &'c [Guard], original: JsonId, leeway: Leeway) -> bool {
        if guards.is_empty() {
            return true;
        }
        if self.tape.kind(original) == Kind::Null {
            return leeway.null || guards.iter().any(|guard| guard.kind == Kinds::NULL);
        }
        guards.iter().any(|guard| self.fits(guard, original) && self.contents_satisfy(guard, original, leeway))
    }

    /// Whether the items, members and bounds of an original satisfy a guard at all levels, with the given leeway.
    fn contents_satisfy(&mut self, guard: &'c Guard, original: JsonId, leeway: Leeway) -> bool {
        if guard.partial && !leeway.partial {
            return false;
        }
        let tape = self.tape;
        if !guard.items.is_empty()
            && !tape.elements(original).all(|item| self.satisfies_any(&guard.items, item, leeway))
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
                            leeway.undeclared && !guard.closed
                        }
                        Some(guards) => self.satisfies_any(guards, key.value_of_key(), leeway),
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
