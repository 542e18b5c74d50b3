//! $schema

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{report::Severity, schema::Keyword};

pub(super) static RULE: Rule = Rule {
    code: "GS004",
    slug: "schema-uri",
    title: "$schema",
    summary: "Takes the dialect declaration out.",
    why: "`parameters` has no field for it, at any depth.",
    change: "The dialect has been read by then; nothing is lost.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-unknown-schema-uri"],
    keywords: &[Keyword::SchemaUri],
    phase: Phase::Fact,
    hooks: Hooks { cost: Some(|_, _, _| Cost::NONE), ..Hooks::NONE },
    ..Rule::BASE
};
