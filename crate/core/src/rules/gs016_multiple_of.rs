//! multipleOf

use super::{Hooks, Phase, Priority, Rule, support::{drop_fact, value_of}};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

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
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    drop_fact(cx, shape, &RULE, Keyword::MultipleOf, |cx, fact| (Some(format!("numbers that are no multiple of {}", value_of(cx, fact))), Some(format!("multiple of {}", value_of(cx, fact)))));
}
