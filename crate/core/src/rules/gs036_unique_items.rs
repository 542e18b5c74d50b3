//! uniqueItems

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS036",
    slug: "unique-items",
    title: "uniqueItems",
    summary: "Takes the demand for distinct items out and says it in the description.",
    why: "`parameters` has no field for it; the JSON-Schema door ignores it.",
    change: "The output allows lists with equal items.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-uniqueItems"],
    keywords: &[Keyword::UniqueItems],
    phase: Phase::Fact,
    hooks: Hooks { cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    if fact.lexeme(cx.ast.tape()) != "true" {
        return Cost::NONE;
    }
    Cost::of("lists with equal items", "no two items equal")
}
