//! Comparison: whether one shape allows all that another does, or nothing of it. Sound and incomplete: `true` is
//! proven, `false` is unknown. The work of one comparison is bounded.

mod apart;
mod within;

use super::{
    Model, Part, Shape, Term, Union,
    outline::{MAX_UNIONS, Outline},
};
use crate::{
    json::{JsonId, ValueSet},
    order::{Gather, Set},
    schema::{Keyword, SchemaId},
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
#[must_use]
pub(crate) fn disjoint(model: &Model<'_, '_>, a: &[Term], b: &[Term]) -> bool {
    let mut comparison = Comparison::new(model);
    comparison.disjoint(&Outline::of(model, a), &Outline::of(model, b))
}

/// Whether a shape has a union whose alternatives are all disjoint from the union's siblings.
pub(super) fn is_apart_from_a_union(model: &Model<'_, '_>, shape: &Shape) -> bool {
    // Of too many unions, none is compared with another.
    let many = shape.unions.len() > MAX_UNIONS && model.may_compare();
    let beside_all = many.then(|| Outline::beside_union(model, shape, 0));
    (0..shape.unions.len()).filter(|_| model.may_compare()).any(|at| match &beside_all {
        Some(beside) => is_apart_from(model, &shape.unions[at], beside),
        None => is_apart_from(model, &shape.unions[at], &Outline::beside_union(model, shape, at)),
    })
}

/// Whether all alternatives of a union are disjoint from its siblings.
fn is_apart_from(model: &Model<'_, '_>, Union { branches, key, .. }: &Union, beside: &Outline) -> bool {
    let mut comparison = Comparison::new(model);
    let apart = |branch: &Part| comparison.disjoint(beside, &Outline::of(model, branch));
    let is_apart = !branches.is_empty() && branches.iter().all(apart);
    if is_apart && comparison.circular {
        model.note_circular(*key);
    }
    is_apart
}

/// The values that a conjunction lists, without those that it is proven to forbid.
pub(crate) fn listed(model: &Model<'_, '_>, part: &[Term]) -> Option<Vec<JsonId>> {
    let outline = Outline::of(model, part);
    let mut comparison = Comparison::new(model);
    let mut values = outline.values.clone().filter(|_| !outline.nullable)?;
    values.retain(|value| !outline.rejects_listed(model, *value) && !comparison.excludes_value(&outline, *value));
    Some(values)
}

/// Whether a schema allows each of several values; `None` for a value of which neither is proven.
pub(crate) fn verdicts(model: &Model<'_, '_>, schema: SchemaId, values: &[JsonId]) -> Vec<Option<bool>> {
    let outline = outline(model, &[Term::Schema(schema)]);
    let mut comparison = Comparison::new(model);
    let are_few = values.len().saturating_mul(outline.values.as_ref().map_or(1, Vec::len)) <= MAX_PAIRS;
    let verdict = |value: &JsonId| {
        if !are_few || !model.may_compare() {
            return None;
        }
        if outline.complete && comparison.accepts(&outline, *value) {
            return Some(true);
        }
        let only = Part::from(Shape::one_of(*value, *value, vec![*value]));
        comparison.disjoint(&outline, &Outline::of(model, &only)).then_some(false)
    };
    values.iter().map(verdict).gather()
}

/// The values that a conjunction amounts to: the only ones that it allows, of those that it lists, or that each
/// alternative of its only union amounts to; `None` if it states anything else.
pub(crate) fn amounts_to(model: &Model<'_, '_>, part: &[Term]) -> Option<Vec<JsonId>> {
    amounts_within(model, part, MAX_LEVELS)
}

fn amounts_within(model: &Model<'_, '_>, part: &[Term], levels: usize) -> Option<Vec<JsonId>> {
    let outline = Outline::of(model, part);
    let says_more = outline.nullable || !outline.others.is_empty() || !outline.excluded.is_empty();
    if says_more || !outline.complete || levels == 0 {
        return None;
    }
    let mut values = match (&outline.values, outline.unions.as_slice()) {
        (Some(values), []) => values.clone(),
        (None, [union]) => {
            let mut all = Vec::new();
            for branch in &union.branches {
                all.append(&mut amounts_within(model, branch, levels - 1)?);
                if all.len() > MAX_VALUES {
                    return None;
                }
            }
            let (mut seen, count) = (ValueSet::new(model.ast.tape()), all.len());
            all.retain(|value| seen.insert(*value));
            // A value that several alternatives of a `oneOf` allow is not allowed.
            (union.keyword == Keyword::AnyOf || all.len() == count).then_some(all)?
        }
        _ => return None,
    };
    model.work().step(1 + values.len() / 16);
    values.retain(|value| !outline.rejects_listed(model, *value));
    Some(values)
}

/// The most values that the alternatives of a union may amount to.
const MAX_VALUES: usize = 256;

/// The schemas that must hold together with a schema, itself included: those that references and `allOf` lead to.
pub(crate) fn conjuncts(model: &Model<'_, '_>, schema: SchemaId) -> Vec<SchemaId> {
    Outline::of(model, &[Term::Schema(schema)]).read.iter().copied().gather()
}

/// Schemas, members and listed values that one comparison may visit below the outlines that it starts from.
const MAX_WORK: usize = 2_048;

/// Most levels of members and alternatives that one comparison visits.
const MAX_LEVELS: usize = 8;

/// Most pairs of listed values that are compared.
const MAX_PAIRS: usize = 4_096;

/// The outline of a part, whose size is taken off the budget of comparisons.
pub(super) fn outline(model: &Model<'_, '_>, part: &[Term]) -> Outline {
    let outline = Outline::of(model, part);
    model.spend(outline.size());
    outline
}

/// A comparison in progress, with what is left of its limits.
pub(crate) struct Comparison<'c, 'a, 'd> {
    model: &'c Model<'a, 'd>,
    work: usize,
    levels: usize,
    /// The alternatives that are being compared with an outline, as sets of schemas, with the outline's address: one
    /// that refers back to itself has no values but those of its own other alternatives.
    splitting: Vec<(Set<SchemaId>, *const Outline)>,
    /// Whether the comparison relied on that.
    pub(super) circular: bool,
    /// Which schemas of `not` count, where only those that stay in the output do.
    pub(super) counts: Option<&'c dyn Fn(SchemaId) -> bool>,
}

impl<'c, 'a, 'd> Comparison<'c, 'a, 'd> {
    pub(crate) fn new(model: &'c Model<'a, 'd>) -> Self {
        Comparison { model, work: MAX_WORK, levels: MAX_LEVELS, splitting: Vec::new(), circular: false, counts: None }
    }

    /// Calls `look` with the outline of a part, one level further down; `false` if the limits do not allow that.
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

    /// Calls `look` with the outlines of two parts, which takes two levels.
    fn descend_both(&mut self, a: &[Term], b: &[Term], look: fn(&mut Self, &Outline, &Outline) -> bool) -> bool {
        self.at(a, &|this, a| this.at(b, &|this, b| look(this, a, b)))
    }

    fn part_subsumes(&mut self, a: &[Term], b: &[Term]) -> bool {
        self.descend_both(a, b, Self::subsumes)
    }

    fn part_disjoint(&mut self, a: &[Term], b: &[Term]) -> bool {
        self.descend_both(a, b, Self::disjoint)
    }
}

/// Whether the listed values are few enough to be compared pair by pair.
fn few(a: &Outline, b: &Outline) -> bool {
    let count = |outline: &Outline| outline.values.as_ref().map_or(1, Vec::len);
    count(a).saturating_mul(count(b)) <= MAX_PAIRS
}
