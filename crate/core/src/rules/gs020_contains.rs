//! contains

use super::{Hooks, Phase, Priority, Rule, support::drop_fact};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

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
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for keyword in RULE.keywords {
        drop_fact(cx, shape, &RULE, *keyword, |_, _| (Some("lists without such an item".to_owned()), None));
    }
}
