//! multipleOf

use super::{Cost, Hooks, Phase, Priority, Rule, support::value_of};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS016",
    slug: "multiple-of",
    title: "multipleOf",
    summary: "Takes the step of a number out and says it in the description.",
    why: "`parameters` has no field for it.",
    change: "The output allows numbers between the steps.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-multipleOf"],
    keywords: &[Keyword::MultipleOf],
    phase: Phase::Fact,
    hooks: Hooks { cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let words = format!("multiple of {}", value_of(cx, fact));
    Cost::gains(format!("numbers that are no {words}")).told(Some(words))
}
