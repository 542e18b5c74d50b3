//! unknown keywords

use super::{Hooks, Phase, Priority, Rule, support::drop_fact};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS037",
    slug: "unknown-keyword",
    title: "unknown keywords",
    summary: "Takes names out that the target does not know.",
    why: "The message is closed: one unknown name refuses the whole request.",
    change: "No draft defines them, so no value is lost or gained.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-vendor", "V-ref-siblings"],
    keywords: &[Keyword::Unknown, Keyword::Discriminator],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for keyword in RULE.keywords {
        drop_fact(cx, shape, &RULE, *keyword, |_, _| (None, None));
    }
}
