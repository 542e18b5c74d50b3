//! Comparison: whether one shape allows all that another does, or nothing of it. Sound and incomplete:
//! `true` is proven, `false` is not known. The work of one comparison is bounded.

use std::ptr;

use super::{Model, Part, Shape, Term, Union, outline::Outline, range::Range};
use crate::{
    json::{JsonId, Kind, equal},
    order::Set,
    schema::{Keyword, Kinds, SchemaId},
};

/// Whether every value of `b` is a value of `a`.
#[must_use]
pub(crate) fn subsumes(model: &Model<'_, '_>, a: &[Term], b: &[Term]) -> bool {
    let mut comparison = Comparison::new(model);
    comparison.subsumes(&Outline::of(model, a), &Outline::of(model, b))
}

/// Whether two conjunctions allow the same values.
#[cfg(test)]
#[must_use]
pub(crate) fn same(model: &Model<'_, '_>, a: &[Term], b: &[Term]) -> bool {
    subsumes(model, a, b) && subsumes(model, b, a)
}

/// Whether no value is a value of both `a` and `b`.
#[cfg(test)]
#[must_use]
pub(crate) fn disjoint(model: &Model<'_, '_>, a: &[Term], b: &[Term]) -> bool {
    let mut comparison = Comparison::new(model);
    comparison.disjoint(&Outline::of(model, a), &Outline::of(model, b))
}

/// Whether no alternative of one of its unions has a value that a shape allows beside it.
pub(super) fn is_apart_from(model: &Model<'_, '_>, shape: &Shape, at: usize) -> bool {
    if !model.may_compare() {
        return false;
    }
    let (beside, mut comparison) = (Outline::beside_union(model, shape, at), Comparison::new(model));
    let Union { branches, key, .. } = &shape.unions[at];
    let apart = |branch: &Part| comparison.disjoint(&beside, &Outline::of(model, branch));
    let is_apart = !branches.is_empty() && branches.iter().all(apart);
    if is_apart && comparison.circular {
        model.note_circular(*key);
    }
    is_apart
}

/// The values that a conjunction lists, without those that it surely forbids.
pub(crate) fn listed(model: &Model<'_, '_>, part: &[Term]) -> Option<Vec<JsonId>> {
    let outline = Outline::of(model, part);
    let mut comparison = Comparison::new(model);
    let mut values = outline.values.clone().filter(|_| !outline.nullable)?;
    values.retain(|value| !outline.rejects(model, *value) && !comparison.excludes_value(&outline, *value));
    Some(values)
}

/// Schemas, members and listed values that one comparison may look through below its start.
const MAX_WORK: usize = 2_048;

/// How deep one comparison looks into members and alternatives.
const MAX_LEVELS: usize = 8;

/// Most pairs of listed values that are held against each other.
const MAX_PAIRS: usize = 4_096;

/// The outline of a part, counted against what comparing may cost.
pub(super) fn outline(model: &Model<'_, '_>, part: &[Term]) -> Outline {
    let outline = Outline::of(model, part);
    model.spend(outline.size());
    outline
}

/// A comparison under way, and what is left of its bounds.
pub(crate) struct Comparison<'c, 'a, 'd> {
    model: &'c Model<'a, 'd>,
    work: usize,
    levels: usize,
    /// The schemas whose alternatives are being held against an outline, with the outline's address: one that comes
    /// back to itself has no values but those of its other alternatives.
    splitting: Vec<(Set<SchemaId>, *const Outline)>,
    /// Whether that was of account.
    pub(super) circular: bool,
    /// Which exclusions count, where only what stays does.
    pub(super) counts: Option<&'c dyn Fn(SchemaId) -> bool>,
}

impl<'c, 'a, 'd> Comparison<'c, 'a, 'd> {
    pub(crate) fn new(model: &'c Model<'a, 'd>) -> Self {
        Comparison { model, work: MAX_WORK, levels: MAX_LEVELS, splitting: Vec::new(), circular: false, counts: None }
    }

    /// Looks one level further down, at a part; `false` where the bounds do not allow it.
    fn at(&mut self, part: &[Term], look: &dyn Fn(&mut Self, &Outline) -> bool) -> bool {
        if self.levels == 0 || self.work == 0 || !self.model.may_compare() {
            return false;
        }
        let outline = outline(self.model, part);
        self.work = self.work.saturating_sub(outline.size());
        self.levels -= 1;
        let found = look(self, &outline);
        self.levels += 1;
        found
    }

    /// Looks one level further down, at two parts.
    fn at_both(&mut self, a: &[Term], b: &[Term], look: fn(&mut Self, &Outline, &Outline) -> bool) -> bool {
        self.at(a, &|this, a| this.at(b, &|this, b| look(this, a, b)))
    }

    fn part_subsumes(&mut self, a: &[Term], b: &[Term]) -> bool {
        self.at_both(a, b, Self::subsumes)
    }

    fn part_disjoint(&mut self, a: &[Term], b: &[Term]) -> bool {
        self.at_both(a, b, Self::disjoint)
    }

    /// Whether every value of `b` is one of `a`.
    pub(crate) fn subsumes(&mut self, a: &Outline, b: &Outline) -> bool {
        let kinds = b.possible_kinds(self.model);
        if kinds.is_empty() || a.made_of.as_ref().is_some_and(|made_of| made_of.is_subset(&b.read)) {
            return true;
        }
        if a.complete && !self.model.is_endless(&a.read) && (self.accepts_all(a, b) || self.covers(a, b, kinds)) {
            return true;
        }
        // Each alternative of `b` may be allowed for a reason of its own.
        b.unions
            .iter()
            .any(|union| union.branches.iter().all(|branch| self.at(branch, &|this, branch| this.subsumes(a, branch))))
    }

    /// Whether `b` lists its values, and `a` allows each.
    fn accepts_all(&mut self, a: &Outline, b: &Outline) -> bool {
        let Some(values) = &b.values else { return false };
        (!b.nullable || self.accepts_null(a))
            && few(a, b)
            && values.iter().all(|value| b.rejects(self.model, *value) || self.accepts(a, *value))
    }

    fn excludes_value(&mut self, a: &Outline, value: JsonId) -> bool {
        let accepted = |this: &mut Self, not: &Outline| not.complete && this.accepts(not, value);
        a.excluded.iter().any(|not| self.at(&[Term::Schema(*not)], &accepted))
    }

    /// Whether every demand of `a` on values of these types is made by `b` too.
    fn covers(&mut self, a: &Outline, b: &Outline, kinds: Kinds) -> bool {
        let object = kinds.has(Kinds::OBJECT);
        kinds.iter().all(|kind| a.kinds.admits(kind))
            && a.values.is_none()
            && kinds.iter().filter_map(Range::position).all(|at| a.ranges[at].covers(&b.ranges[at]))
            && a.others.iter().all(|other| !other.0.concerns(kinds) || self.demands(b, *other))
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
            b.bars(name) || {
                let theirs = b.properties.get(name).cloned().unwrap_or_default();
                self.part_subsumes(part, &theirs)
            }
        });
        declared
            && a.additional.iter().all(|mine| {
                let anything = mine.part.as_ref().is_some_and(|part| self.part_subsumes(part, &[]));
                anything
                    || b.additional.iter().any(|theirs| {
                        let further_in = theirs.names.iter().all(|name| mine.names.contains(name)) && !theirs.patterns;
                        further_in
                            && match (&mine.part, &theirs.part) {
                                (_, None) => true,
                                (Some(mine), Some(theirs)) => self.part_subsumes(mine, theirs),
                                (None, Some(_)) => false,
                            }
                    })
            })
    }

    /// Whether `b` lies in an alternative, and of `oneOf` in no other.
    fn covers_union(&mut self, union: &Union, b: &Outline) -> bool {
        let mut branches = union.branches.iter();
        let inside = branches.position(|branch| self.at(branch, &|this, branch| this.subsumes(branch, b)));
        let Some(inside) = inside else { return false };
        let mut others = union.branches.iter().enumerate().filter(|(at, _)| *at != inside);
        union.keyword == Keyword::AnyOf
            || others.all(|(_, branch)| self.at(branch, &|this, branch| this.disjoint(branch, b)))
    }

    /// Whether no value of `b` is one of a schema.
    fn excludes(&mut self, b: &Outline, not: SchemaId) -> bool {
        self.at(&[Term::Schema(not)], &|this, not| this.disjoint(not, b))
    }

    /// Whether a value is surely one of `a`, which is complete.
    fn accepts(&mut self, a: &Outline, value: JsonId) -> bool {
        let tape = self.model.ast.tape();
        let kind = Kinds::of(tape, value);
        let scalar = !matches!(tape.kind(value), Kind::Array | Kind::Object);
        let shallow = a.required.is_empty() && a.properties.is_empty() && a.additional.is_empty() && a.items.is_empty();
        a.kinds.admits(kind)
            && a.values.as_ref().is_none_or(|values| values.iter().any(|mine| equal(tape, *mine, value)))
            && (scalar || shallow)
            && a.measures(self.model, value) != Some(false)
            && !a.others.iter().any(|other| other.0.concerns(kind))
            && a.excluded.is_empty()
            && a.unions.iter().all(|union| union.keyword == Keyword::AnyOf && self.accepts_in(union, value))
    }

    /// Whether null is surely one of the values of `a`, which is complete.
    fn accepts_null(&mut self, a: &Outline) -> bool {
        let said = a.nullable || (a.values.is_none() && a.kinds.has(Kinds::NULL));
        let accepted = |this: &mut Self, branch: &Outline| branch.complete && this.accepts_null(branch);
        let in_one = |this: &mut Self, union: &Union| union.branches.iter().any(|branch| this.at(branch, &accepted));
        said && a.excluded.is_empty()
            && a.unions.iter().all(|union| union.keyword == Keyword::AnyOf && in_one(self, union))
    }

    fn accepts_in(&mut self, union: &Union, value: JsonId) -> bool {
        let accepted = |this: &mut Self, branch: &Outline| branch.complete && this.accepts(branch, value);
        union.branches.iter().any(|branch| self.at(branch, &accepted))
    }

    /// Whether whoever reads `a` learns of every member that `b` has.
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

    /// Whether an alternative of `a` is of just those types.
    fn names(&mut self, a: &Outline, kinds: Kinds) -> bool {
        let of_kinds = |_: &mut Self, branch: &Outline| branch.kinds == kinds;
        let mut branches = a.unions.iter().flat_map(|union| &union.branches);
        branches.any(|branch| self.at(branch, &of_kinds))
    }

    fn part_shows(&mut self, a: &[Term], b: &[Term]) -> bool {
        self.at_both(a, b, Self::shows)
    }

    /// Whether no value is one of both.
    pub(crate) fn disjoint(&mut self, a: &Outline, b: &Outline) -> bool {
        let kinds = a.possible_kinds(self.model).intersect(b.possible_kinds(self.model));
        kinds.iter().all(|kind| self.disjoint_in(a, b, kind))
            || self.disjoint_lists(a, b, kinds)
            || self.splits(a, b)
            || self.splits(b, a)
            || a.excluded.iter().any(|not| self.holds(*not, b))
            || b.excluded.iter().any(|not| self.holds(*not, a))
    }

    /// Whether all of `b` is in a schema.
    fn holds(&mut self, schema: SchemaId, b: &Outline) -> bool {
        self.counts.is_none_or(|counts| counts(schema))
            && self.at(&[Term::Schema(schema)], &|this, schema| this.subsumes(schema, b))
    }

    /// Whether one lists its values, and the other allows none of them.
    fn disjoint_lists(&self, a: &Outline, b: &Outline, kinds: Kinds) -> bool {
        let unlisted_null = kinds.has(Kinds::NULL) && (a.nullable || b.nullable);
        let barred = |list: &Outline, other: &Outline| {
            let values = list.values.as_deref();
            values.is_some_and(|values| values.iter().all(|value| other.rejects(self.model, *value)))
        };
        !unlisted_null && few(a, b) && (barred(a, b) || barred(b, a))
    }

    fn disjoint_in(&mut self, a: &Outline, b: &Outline, kind: Kinds) -> bool {
        let measured_apart = Range::position(kind).is_some_and(|at| a.ranges[at].is_apart(&b.ranges[at]));
        measured_apart || (kind == Kinds::OBJECT && self.disjoint_members(a, b))
    }

    /// Whether a member that one requires cannot be what the other says of it.
    fn disjoint_members(&mut self, a: &Outline, b: &Outline) -> bool {
        a.required.iter().chain(b.required.iter()).any(|name| {
            let (mine, theirs) = (a.properties.get(name), b.properties.get(name));
            let of = |part: Option<&Part>| part.cloned().unwrap_or_default();
            a.bars(name) || b.bars(name) || {
                let (mine, theirs) = (of(mine), of(theirs));
                let said = !mine.is_empty() || !theirs.is_empty();
                said && !self.is_dropped(&mine) && !self.is_dropped(&theirs) && self.part_disjoint(&mine, &theirs)
            }
        })
    }

    /// Whether a member that nothing satisfies does not count, as it does not stay.
    fn is_dropped(&self, member: &[Term]) -> bool {
        self.counts.is_some() && Outline::of(self.model, member).kinds.is_empty()
    }

    /// Whether `b` is disjoint from every alternative of a union of `a`.
    fn splits(&mut self, a: &Outline, b: &Outline) -> bool {
        let apart = |this: &mut Self, branch: &Outline| this.is_split(branch, b);
        a.unions.iter().any(|union| union.branches.iter().all(|branch| self.at(branch, &apart)))
    }

    fn is_split(&mut self, branch: &Outline, b: &Outline) -> bool {
        let Some(made_of) = branch.made_of.clone() else { return self.disjoint(branch, b) };
        let same = |under: &Set<SchemaId>| under.len() == made_of.len() && under.is_subset(&made_of);
        if self.splitting.iter().any(|(under, other)| same(under) && ptr::eq(*other, b)) {
            self.circular = true;
            return true;
        }
        self.splitting.push((made_of, ptr::from_ref(b)));
        let apart = self.disjoint(branch, b);
        self.splitting.pop();
        apart
    }
}

/// Whether the listed values are few enough to be compared pair by pair.
fn few(a: &Outline, b: &Outline) -> bool {
    let count = |outline: &Outline| outline.values.as_ref().map_or(1, Vec::len);
    count(a).saturating_mul(count(b)) <= MAX_PAIRS
}
