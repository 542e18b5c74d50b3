//! $id, id

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{report::Severity, schema::Keyword};

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
    hooks: Hooks { cost: Some(|_, _, _| Cost::NONE), ..Hooks::NONE },
    ..Rule::BASE
};
