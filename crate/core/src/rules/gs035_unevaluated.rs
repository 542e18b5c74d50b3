//! unevaluatedProperties, unevaluatedItems

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS035",
    slug: "unevaluated",
    title: "unevaluatedProperties, unevaluatedItems",
    summary: "Takes the ban on what no subschema mentions out.",
    why: "`parameters` has no field for it.",
    change: "The output allows members and items that no subschema mentions.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-additionalProperties"],
    keywords: &[Keyword::UnevaluatedProperties, Keyword::UnevaluatedItems],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

/// What the other schemas of a conjunction mention cannot be told from what none does once they are merged.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if shape.read_from.len() > 1 {
        cx.drop_facts(shape, &|keyword| RULE.keywords.contains(&keyword));
    }
}

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    match fact.lexeme(cx.ast.tape()) {
        "true" | "{}" => Cost::NONE,
        "false" => Cost::of("members and items that no subschema mentions", "nothing beyond what is described"),
        _ => Cost::of("members and items that no subschema mentions, with other values", "what is not described is restricted"),
    }
}
