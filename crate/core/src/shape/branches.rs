//! Alternatives compared with each other: whether a value can satisfy several at once, and which add nothing to the
//! others.

use std::borrow::Cow;

use super::{
    Model, Part, Shape, Term,
    compare::{Comparison, outline, subsumes},
    outline::Outline,
};
use crate::{
    json::{JsonId, Kind},
    order::Set,
    schema::SchemaId,
};

/// What is known about the overlap of a list of alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// No value satisfies two of them.
    Never,
    /// The first two that are not proven disjoint.
    Between(usize, usize),
    /// They are too many to be compared with each other, or the budget of comparisons is used up.
    Unknown,
}

/// Most alternatives that are compared pair by pair.
const MAX_BRANCHES: usize = 32;

/// Most members that are tried as a discriminator.
const MAX_NAMES: usize = 16;

/// The alternatives whose values another one allows and whose members it declares too, each with that other, the last
/// first: without the first of each pair, the union allows the same values. The second of a pair may be the first of a
/// later pair: of such a chain, the last alternative stays.
#[must_use]
pub(crate) fn redundant(model: &Model<'_, '_>, branches: &[Part]) -> Vec<(usize, usize)> {
    if !may_compare_pairs(model, branches.len()) {
        return Vec::new();
    }
    outlined(model, branches, |outlines| redundant_among(model, outlines)).unwrap_or_default()
}

fn redundant_among(model: &Model<'_, '_>, outlines: &[Outline]) -> Vec<(usize, usize)> {
    let mut comparison = Comparison::new(model);
    let mut out: Vec<(usize, usize)> = Vec::new();
    for (at, outline) in outlines.iter().enumerate().rev() {
        let wider = outlines.iter().enumerate().find(|(other, wider)| {
            let stays = *other != at && !out.iter().any(|(gone, _)| gone == other);
            stays && comparison.subsumes(wider, outline) && comparison.shows(wider, outline)
        });
        out.extend(wider.map(|(wider, _)| (at, wider)));
    }
    out
}

/// Calls `act` with the outlines of alternatives, whose bytes are counted while they exist; `None` if a limit is met.
fn outlined<T>(model: &Model<'_, '_>, branches: &[Part], act: impl FnOnce(&[Outline]) -> T) -> Option<T> {
    let mut held = 0;
    let each = branches.iter().map(|branch| {
        let outline = outline(model, branch);
        held += outline.bytes();
        model.work().keep(outline.bytes()).then_some(outline)
    });
    let done = each.collect::<Option<Vec<Outline>>>().map(|outlines| act(&outlines));
    model.work().free(held);
    done
}

/// Whether another alternative allows every value of its types, and thereby all that the one at `at` does.
#[must_use]
pub(crate) fn is_covered(model: &Model<'_, '_>, branches: &[Part], at: usize) -> bool {
    model.for_reporting(|| is_covered_by_another(model, branches, at))
}

fn is_covered_by_another(model: &Model<'_, '_>, branches: &[Part], at: usize) -> bool {
    let Some(branch) = branches.get(at).filter(|_| may_compare_pairs(model, branches.len())) else {
        return false;
    };
    if branch.iter().any(|term| matches!(term, Term::Shape(shape) if shape.coding.is_some())) {
        // It describes wire values, not originals.
        return false;
    }
    let others = branches.iter().enumerate().filter(|(other, _)| *other != at);
    others.map(|(_, wider)| wider).any(|wider| {
        let all = Part::from(Shape::of_kind(JsonId::ROOT, Outline::of(model, wider).kinds));
        subsumes(model, wider, &all) && subsumes(model, &all, branch)
    })
}

/// Looks for alternatives of the union at `key` that a value can satisfy at once. The schema of a `not` tells
/// alternatives apart only if `counts` is true for it, or is not given. If the output is `closed`, only values count that
/// have no other properties than an alternative declares.
#[must_use]
pub(crate) fn overlap(
    model: &Model<'_, '_>,
    key: JsonId,
    branches: &[Part],
    counts: Option<&dyn Fn(SchemaId) -> bool>,
    closed: bool,
) -> Overlap {
    let may_be_told = |first: &Part| {
        let first = outline(model, first);
        first.values.is_some() || first.is_object() && !first.required.is_empty()
    };
    if !may_compare_pairs(model, branches.len()) && !branches.first().is_some_and(may_be_told) {
        return Overlap::Unknown;
    }
    outlined(model, branches, |outlines| overlap_among(model, key, outlines, counts, closed))
        .unwrap_or(Overlap::Unknown)
}

/// Whether so many alternatives may be compared pair by pair.
fn may_compare_pairs(model: &Model<'_, '_>, branches: usize) -> bool {
    branches <= MAX_BRANCHES && model.may_compare()
}

fn overlap_among(
    model: &Model<'_, '_>,
    key: JsonId,
    outlines: &[Outline],
    counts: Option<&dyn Fn(SchemaId) -> bool>,
    closed: bool,
) -> Overlap {
    if have_a_discriminator(model, outlines) {
        return Overlap::Never;
    }
    if !may_compare_pairs(model, outlines.len()) {
        return Overlap::Unknown;
    }
    let mut comparison = Comparison::new(model);
    comparison.counts = counts;
    for (at, later) in outlines.iter().enumerate() {
        for (first, earlier) in outlines[..at].iter().enumerate() {
            let lack = || closed && earlier.lacks_if_closed(later) && later.lacks_if_closed(earlier);
            if !lack() && !comparison.disjoint(earlier, later) {
                return Overlap::Between(first, at);
            }
        }
    }
    if comparison.circular {
        model.note_circular(key);
    }
    Overlap::Never
}

/// Whether the alternatives, or a member that all of them require, list strings of which no two have the same: one
/// pass, however many they are.
fn have_a_discriminator(model: &Model<'_, '_>, outlines: &[Outline]) -> bool {
    let Some(first) = outlines.first() else { return true };
    let tells = |name: &String| {
        let mut seen = Set::new();
        outlines.iter().all(|outline| {
            let part = outline.properties.get(name).filter(|_| outline.required.contains(name));
            part.is_some_and(|part| lists_new_strings(model, &Outline::of(model, part), &mut seen))
        })
    };
    let mut seen = Set::new();
    outlines.iter().all(|outline| lists_new_strings(model, outline, &mut seen))
        || (outlines.iter().all(Outline::is_object) && first.required.iter().take(MAX_NAMES).any(tells))
}

/// Whether an outline lists only strings, none of which is in `seen`, and adds them to it.
fn lists_new_strings(model: &Model<'_, '_>, outline: &Outline, seen: &mut Set<String>) -> bool {
    let tape = model.ast.tape();
    let Some(values) = outline.values.as_ref().filter(|_| !outline.nullable) else { return false };
    let strings: Set<String> = values.iter().filter_map(|value| tape.string(*value)).map(Cow::into_owned).collect();
    values.iter().all(|value| tape.kind(*value) == Kind::String)
        && strings.iter().all(|string| seen.insert(string.clone()))
}
