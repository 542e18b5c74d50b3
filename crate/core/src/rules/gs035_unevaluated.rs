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
    hooks: Hooks { cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

fn cost(_: &Lower<'_, '_>, _: &Shape, _: &Fact) -> Cost {
    Cost::of("members and items that no subschema mentions", "nothing beyond what is described")
}
