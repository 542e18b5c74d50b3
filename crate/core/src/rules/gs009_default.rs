//! default

use super::{
    Hooks, Phase, Priority, Rule,
    support::{drop_fact, lexeme, value_of},
};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

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
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    drop_fact(cx, shape, &RULE, Keyword::Default, |cx, fact| {
        let says_something = !matches!(lexeme(cx, fact), "null" | "\"\"");
        (None, says_something.then(|| format!("default: {}", value_of(cx, fact))))
    });
}
