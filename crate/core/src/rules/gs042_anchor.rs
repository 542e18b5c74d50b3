//! $anchor, $dynamicAnchor, $vocabulary

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{report::Severity, schema::Keyword};

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
    hooks: Hooks { cost: Some(|_, _, _| Cost::NONE), ..Hooks::NONE },
    ..Rule::BASE
};
