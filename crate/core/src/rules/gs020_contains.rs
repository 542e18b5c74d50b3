//! contains

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS020",
    slug: "contains",
    title: "contains",
    summary: "Takes a demand on some item of a list out.",
    why: "`parameters` has no field for it; the JSON-Schema door ignores it.",
    change: "The output allows lists without such an item.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-contains"],
    keywords: &[Keyword::Contains, Keyword::MinContains, Keyword::MaxContains],
    phase: Phase::Fact,
    hooks: Hooks { cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

fn cost(_: &Lower<'_, '_>, _: &Shape, _: &Fact) -> Cost {
    Cost::of("lists without such an item", "must hold a certain item")
}
