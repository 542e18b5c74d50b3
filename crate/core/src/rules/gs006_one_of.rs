//! oneOf

use super::{
    Hooks, Phase, Priority, Rule,
    support::{branch, open_unions},
};
use crate::{
    json::{JsonId, equal},
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Part, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS006",
    slug: "one-of",
    title: "oneOf",
    summary: "Turns `oneOf` into `anyOf`.",
    why: "`parameters` has `anyOf` alone; what the service makes of `oneOf` there is not documented.",
    change: "Equivalent where no value can satisfy two alternatives; else the output allows such values.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-oneOf-undocumented"],
    keywords: &[Keyword::OneOf],
    phase: Phase::Union,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

/// Most values compared with each other.
const MAX_COMPARED: usize = 256;

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.takes(Keyword::OneOf) {
        return;
    }
    open_unions(cx, shape);
    for union in shape.unions.iter_mut().filter(|union| union.keyword == Keyword::OneOf) {
        union.keyword = Keyword::AnyOf;
        let disjoint = disjoint_kinds(&union.branches) || disjoint_values(cx, &union.branches);
        let edit = cx.log(&RULE, union.key);
        if !disjoint {
            edit.gains("values that satisfy several alternatives");
        }
    }
}

/// Whether no two alternatives share a type.
fn disjoint_kinds(branches: &[Part]) -> bool {
    let mut seen = Kinds::NONE;
    branches.iter().all(|part| {
        let Some(shape) = branch(part) else { return false };
        let apart = shape.kinds.intersect(seen).is_empty();
        seen = seen.with(shape.kinds);
        apart
    })
}

/// Whether the alternatives list values, and no two list the same.
fn disjoint_values(cx: &Lower<'_, '_>, branches: &[Part]) -> bool {
    let tape = cx.ast.tape();
    let mut seen: Vec<JsonId> = Vec::new();
    branches.iter().all(|part| {
        let Some(values) = branch(part).and_then(|shape| shape.values.as_ref()) else { return false };
        let apart = values.list.iter().all(|value| !seen.iter().any(|other| equal(tape, *value, *other)));
        seen.extend(&values.list);
        apart && seen.len() <= MAX_COMPARED
    })
}
