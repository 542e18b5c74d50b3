//! Comparison: whether one shape allows all that another does, or nothing of it. Sound and incomplete:
//! `true` is proven, `false` is not known. The work of one comparison is bounded.

mod apart;
mod within;

use super::{
    Model, Part, Shape, Term, Union,
    outline::{MAX_UNIONS, Outline},
};
use crate::{json::JsonId, order::Set, schema::SchemaId};

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
#[must_use]
pub(crate) fn disjoint(model: &Model<'_, '_>, a: &[Term], b: &[Term]) -> bool {
    let mut comparison = Comparison::new(model);
    comparison.disjoint(&Outline::of(model, a), &Outline::of(model, b))
}

/// Whether of one of its unions no alternative has a value that a shape allows beside it.
pub(super) fn is_apart_from_a_union(model: &Model<'_, '_>, shape: &Shape) -> bool {
    // Of many, none counts beside another.
    let many = shape.unions.len() > MAX_UNIONS && model.may_compare();
    let beside_all = many.then(|| Outline::beside_union(model, shape, 0));
    (0..shape.unions.len()).filter(|_| model.may_compare()).any(|at| match &beside_all {
        Some(beside) => is_apart_from(model, &shape.unions[at], beside),
        None => is_apart_from(model, &shape.unions[at], &Outline::beside_union(model, shape, at)),
    })
}

/// Whether no alternative of a union has a value that is allowed beside it.
fn is_apart_from(model: &Model<'_, '_>, Union { branches, key, .. }: &Union, beside: &Outline) -> bool {
    let mut comparison = Comparison::new(model);
    let apart = |branch: &Part| comparison.disjoint(beside, &Outline::of(model, branch));
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
}

/// Whether the listed values are few enough to be compared pair by pair.
fn few(a: &Outline, b: &Outline) -> bool {
    let count = |outline: &Outline| outline.values.as_ref().map_or(1, Vec::len);
    count(a).saturating_mul(count(b)) <= MAX_PAIRS
}
