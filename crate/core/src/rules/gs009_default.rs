//! default

use super::{Cost, Hooks, Phase, Priority, Rule, support::value_of};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS009",
    slug: "default",
    title: "default",
    summary: "Takes a default out and says it in the description.",
    why: "The Gemini API has taken defaults since 2025-04 and ignores them; before that, and on gateways built then, they were refused.",
    change: "No value is lost or gained; the description tells the model what an absent member means.",
    priority: Priority::Medium,
    severity: Severity::Info,
    evidence: &["P-unknown-default-2024", "Q-default-ignored"],
    keywords: &[Keyword::Default],
    phase: Phase::Note,
    hooks: Hooks { cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let says_something = !matches!(fact.lexeme(cx.ast.tape()), "null" | "\"\"");
    Cost::NONE.told(says_something.then(|| format!("default: {}", value_of(cx, fact))))
}
