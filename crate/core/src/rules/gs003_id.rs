//! $id, id

use super::{Hooks, Phase, Priority, Rule, support::drop_fact};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS003",
    slug: "id",
    title: "$id, id",
    summary: "Takes the schema's own address out.",
    why: "`parameters` has no field for it; on the JSON-Schema door it may stay.",
    change: "An address tells the model nothing.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-unknown-id"],
    keywords: &[Keyword::Id, Keyword::IdDraft4],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for keyword in RULE.keywords {
        drop_fact(cx, shape, &RULE, *keyword, |_, _| (None, None));
    }
}
