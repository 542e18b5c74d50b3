//! unknown keywords

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{report::Severity, schema::Keyword};

pub(super) static RULE: Rule = Rule {
    code: "GS037",
    slug: "unknown-keyword",
    title: "unknown keywords",
    summary: "Takes names out that the target does not know.",
    why: "The message is closed: one unknown name refuses the whole request.",
    change: "No draft defines them, so no value is lost or gained.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-vendor", "P-unknown-errorMessage", "P-unknown-additional_properties-sdk", "V-ref-siblings"],
    keywords: &[Keyword::Unknown, Keyword::Discriminator],
    phase: Phase::Fact,
    hooks: Hooks { cost: Some(|_, _, _| Cost::NONE), ..Hooks::NONE },
    ..Rule::BASE
};
