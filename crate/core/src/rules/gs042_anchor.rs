//! $anchor, $dynamicAnchor, $vocabulary

use super::{Hooks, Phase, Priority, Rule, support::drop_fact};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS042",
    slug: "anchor",
    title: "$anchor, $dynamicAnchor, $vocabulary",
    summary: "Takes names of places and vocabularies out.",
    why: "`parameters` has no field for them.",
    change: "References to them are written out before; nothing is lost.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-id"],
    keywords: &[Keyword::Anchor, Keyword::DynamicAnchor, Keyword::RecursiveAnchor, Keyword::Vocabulary],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for keyword in RULE.keywords {
        drop_fact(cx, shape, &RULE, *keyword, |_, _| (None, None));
    }
}
