//! references that multiply

use super::{Hooks, Priority, Rule};
use crate::{report::Severity, shape::Limit};

pub(super) static RULE: Rule = Rule {
    code: "GS047",
    slug: "budget",
    title: "references that multiply",
    summary: "Stops writing references out where the output would grow beyond all use.",
    why: "Definitions that use each other several times grow exponentially when they are written out.",
    change: "The output leaves the last members out; required ones are objects without members.",
    priority: Priority::Medium,
    severity: Severity::Warning,
    evidence: &["P-unknown-ref-defs", "C-too-many-states"],
    hooks: Hooks { limit: Some(Limit::Budget), ..Hooks::NONE },
    ..Rule::BASE
};
