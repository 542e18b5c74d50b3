//! uniqueItems

use super::{Hooks, Phase, Priority, Rule, support::{drop_fact, lexeme}};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

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
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    drop_fact(cx, shape, &RULE, Keyword::UniqueItems, |cx, fact| if lexeme(cx, fact) == "true" { (Some("lists with equal items".to_owned()), Some("no two items equal".to_owned())) } else { (None, None) });
}
