//! Whether one shape allows all that another does.

use super::{Comparison, few};
use crate::{
    json::{JsonId, Kind, equal},
    schema::{Keyword, Kinds, SchemaId},
    shape::{Term, Union, outline::Outline, range::Range},
};

impl Comparison<'_, '_, '_> {
    /// Whether every value of `b` satisfies `a`.
    pub(crate) fn subsumes(&mut self, a: &Outline, b: &Outline) -> bool {
        let kinds = b.possible_kinds(self.model);
        if kinds.is_empty() || a.made_of.as_ref().is_some_and(|made_of| made_of.is_subset(&b.read)) {
            return true;
        }
        let is_known = a.complete && !self.model.is_endless(&a.read);
        if kinds == Kinds::NULL {
            return is_known && self.accepts_null(a);
        }
        if is_known && (self.accepts_all(a, b) || self.covers(a, b, kinds)) {
            return true;
        }
        // The alternatives of `b` may be allowed for different reasons.
        b.unions
            .iter()
            .any(|union| union.branches.iter().all(|branch| self.at(branch, &|this, branch| this.subsumes(a, branch))))
    }

    /// Whether `b` lists its values, and `a` allows each.
    fn accepts_all(&mut self, a: &Outline, b: &Outline) -> bool {
        let Some(values) = &b.values else { return false };
        (!b.nullable || self.accepts_null(a))
            && few(a, b)
            && values.iter().all(|value| b.rejects_listed(self.model, *value) || self.accepts(a, *value))
    }

    pub(super) fn excludes_value(&mut self, a: &Outline, value: JsonId) -> bool {
        let accepted = |this: &mut Self, not: &Outline| not.complete && this.accepts(not, value);
        a.excluded.iter().any(|not| self.at(&[Term::Schema(*not)], &accepted))
    }

    /// Whether `b` requires all that `a` requires of values of these types.
    fn covers(&mut self, a: &Outline, b: &Outline, kinds: Kinds) -> bool {
        let object = kinds.has(Kinds::OBJECT);
        kinds.iter().all(|kind| a.kinds.admits(kind))
            && a.values.is_none()
            && kinds.iter().filter_map(Range::position).all(|at| a.ranges[at].covers(&b.ranges[at]))
            && a.others.iter().all(|other| !other.0.applies_to(kinds) || self.demands(b, *other))
            && (!object || (a.required.is_subset(&b.required) && self.covers_members(a, b)))
            && (!kinds.has(Kinds::ARRAY) || a.items.is_empty() || self.part_subsumes(&a.items, &b.items))
            && a.excluded.iter().all(|not| self.excludes(b, *not))
            && a.unions.iter().all(|union| self.covers_union(union, b))
    }

    fn demands(&self, b: &Outline, (keyword, key): (Keyword, JsonId)) -> bool {
        let tape = self.model.ast.tape();
        let value = key.value_of_key();
        b.others.iter().any(|(other, theirs)| *other == keyword && equal(tape, value, theirs.value_of_key()))
    }

    fn covers_members(&mut self, a: &Outline, b: &Outline) -> bool {
        let declared = a.properties.iter().all(|(name, part)| {
            b.forbids(name) || {
                let theirs = b.properties.get(name).cloned().unwrap_or_default();
                self.part_subsumes(part, &theirs)
            }
        });
        declared
            && a.additional.iter().all(|mine| {
                let anything = mine.part.as_ref().is_some_and(|part| self.part_subsumes(part, &[]));
                anything
                    || b.additional.iter().any(|theirs| {
                        let further_in = theirs.names.is_subset(&mine.names) && !theirs.patterns;
                        further_in
                            && match (&mine.part, &theirs.part) {
                                (_, None) => true,
                                (Some(mine), Some(theirs)) => self.part_subsumes(mine, theirs),
                                (None, Some(_)) => false,
                            }
                    })
            })
    }

    /// Whether an alternative allows all values of `b` and, for `oneOf`, no other allows any.
    fn covers_union(&mut self, union: &Union, b: &Outline) -> bool {
        let mut branches = union.branches.iter();
        let inside = branches.position(|branch| self.at(branch, &|this, branch| this.subsumes(branch, b)));
        let Some(inside) = inside else { return false };
        let mut others = union.branches.iter().enumerate().filter(|(at, _)| *at != inside);
        union.keyword == Keyword::AnyOf
            || others.all(|(_, branch)| self.at(branch, &|this, branch| this.disjoint(branch, b)))
    }

    /// Whether no value of `b` satisfies a schema.
    fn excludes(&mut self, b: &Outline, not: SchemaId) -> bool {
        self.at(&[Term::Schema(not)], &|this, not| this.disjoint(not, b))
    }

    /// Whether a value is proven to satisfy `a`, which is complete.
    pub(super) fn accepts(&mut self, a: &Outline, value: JsonId) -> bool {
        let tape = self.model.ast.tape();
        let kind = Kinds::of(tape, value);
        let scalar = !matches!(tape.kind(value), Kind::Array | Kind::Object);
        let shallow = a.required.is_empty() && a.properties.is_empty() && a.additional.is_empty() && a.items.is_empty();
        a.kinds.admits(kind)
            && a.values.as_ref().is_none_or(|values| values.iter().any(|mine| equal(tape, *mine, value)))
            && (scalar || shallow)
            && a.measures(self.model, value) != Some(false)
            && !a.others.iter().any(|other| other.0.applies_to(kind))
            && a.excluded.is_empty()
            && a.unions.iter().all(|union| union.keyword == Keyword::AnyOf && self.accepts_in(union, value))
    }

    /// Whether null is proven to satisfy `a`, which is complete.
    fn accepts_null(&mut self, a: &Outline) -> bool {
        let null = Outline::of_null();
        let tape = self.model.ast.tape();
        let listed = |values: &Vec<JsonId>| values.iter().any(|value| tape.kind(*value) == Kind::Null);
        let said = a.nullable || (a.kinds.has(Kinds::NULL) && a.values.as_ref().is_none_or(listed));
        said && !a.others.iter().any(|other| other.0.applies_to(Kinds::NULL))
            && a.excluded.iter().all(|not| self.excludes(&null, *not))
            && a.unions.iter().all(|union| self.covers_union(union, &null))
    }

    fn accepts_in(&mut self, union: &Union, value: JsonId) -> bool {
        let accepted = |this: &mut Self, branch: &Outline| branch.complete && this.accepts(branch, value);
        union.branches.iter().any(|branch| self.at(branch, &accepted))
    }

    /// Whether `a` states all types, unions, items and members that `b` states.
    pub(crate) fn shows(&mut self, a: &Outline, b: &Outline) -> bool {
        let typed = a.kinds != Kinds::ALL || b.kinds == Kinds::ALL || self.names(a, b.kinds);
        let unions = b.unions.is_empty() || !a.unions.is_empty();
        let items = b.items.is_empty() || (!a.items.is_empty() && self.part_shows(&a.items, &b.items));
        typed && unions && items && {
            b.properties
                .iter()
                .all(|(name, part)| a.properties.get(name).is_some_and(|mine| self.part_shows(mine, part)))
        }
    }

    /// Whether an alternative of `a` has exactly these types.
    fn names(&mut self, a: &Outline, kinds: Kinds) -> bool {
        let of_kinds = |_: &mut Self, branch: &Outline| branch.kinds == kinds;
        let mut branches = a.unions.iter().flat_map(|union| &union.branches);
        branches.any(|branch| self.at(branch, &of_kinds))
    }

    fn part_shows(&mut self, a: &[Term], b: &[Term]) -> bool {
        self.descend_both(a, b, Self::shows)
    }
}
