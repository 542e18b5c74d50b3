//! recursive references

use super::{Hooks, Priority, Rule};
use crate::{report::Severity, shape::Limit};

pub(super) static RULE: Rule = Rule {
    code: "GS040",
    slug: "recursion",
    title: "recursive references",
    summary: "Writes a recursive schema out to four levels.",
    why: "Without references a recursive schema has no end.",
    change: "The output does not allow deeper nesting; a required member at the last level is an object or a list that is not described.",
    priority: Priority::Medium,
    severity: Severity::Warning,
    evidence: &["P-unknown-ref-defs", "L-adk-recursion"],
    hooks: Hooks { limit: Some(Limit::Recursion), ..Hooks::NONE },
    ..Rule::BASE
};
