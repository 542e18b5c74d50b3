//! deep nesting

use super::{Hooks, Priority, Rule};
use crate::{report::Severity, shape::Limit};

pub(super) static RULE: Rule = Rule {
    code: "GS046",
    slug: "depth",
    title: "deep nesting",
    summary: "Leaves members out where the output would nest too deep.",
    why: "A request nests about 30 levels at most, and an unpublished, lower limit holds for schemas.",
    change: "The output does not allow what lies deeper; a required member at the last level is an object or a list that is not described.",
    priority: Priority::Medium,
    severity: Severity::Warning,
    evidence: &["P-too-deep", "J-nesting-declaration"],
    hooks: Hooks { limit: Some(Limit::Depth), ..Hooks::NONE },
    ..Rule::BASE
};
