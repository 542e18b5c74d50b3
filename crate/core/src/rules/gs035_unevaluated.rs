//! unevaluatedProperties, unevaluatedItems

use super::{Hooks, Phase, Priority, Rule, support::drop_fact};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS035",
    slug: "unevaluated",
    title: "unevaluatedProperties, unevaluatedItems",
    summary: "Takes the ban on what no subschema mentions out.",
    why: "`parameters` has no field for it.",
    change: "The output allows members and items that no subschema mentions.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-additionalProperties"],
    keywords: &[Keyword::UnevaluatedProperties, Keyword::UnevaluatedItems],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for keyword in RULE.keywords {
        drop_fact(cx, shape, &RULE, *keyword, |_, _| (Some("members and items that no subschema mentions".to_owned()), None));
    }
}
