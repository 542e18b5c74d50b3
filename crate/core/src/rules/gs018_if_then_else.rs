//! if, then, else

use super::{Hooks, Phase, Priority, Rule, support::drop_fact};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS018",
    slug: "if-then-else",
    title: "if, then, else",
    summary: "Takes a condition out.",
    why: "`parameters` has no conditions.",
    change: "The output allows what the condition ruled out; the issue says so.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["google-ai-generativelanguage 0.12.1 content.Schema", "JSON Schema 2020-12 core §10.2.2"],
    keywords: &[Keyword::If, Keyword::Then, Keyword::Else],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for keyword in RULE.keywords {
        drop_fact(cx, shape, &RULE, *keyword, |_, fact| (conditional(fact.keyword), None));
    }
}

/// Only `if` is counted as the condition; its branches go with it.
fn conditional(keyword: Keyword) -> Option<String> {
    (keyword != Keyword::If).then(|| "values that the condition rules out".to_owned())
}
