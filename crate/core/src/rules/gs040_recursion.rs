//! # recursive references
//!
//! Writes a recursive schema out to four levels.
//!
//! ## Why
//!
//! Without references a recursive schema has no end.
//!
//! ## What changes
//!
//! The output does not allow deeper nesting; a required member at the last level is an object or a list that is not
//! described.

use super::{Hook, Priority, Rule};
use crate::{report::Severity, shape::Limit};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Warning,
    evidence: &["P-unknown-ref-defs", "L-adk-recursion"],
    hooks: &[Hook::Limit(Limit::Recursion)],
    ..Rule::of(module_path!())
};
