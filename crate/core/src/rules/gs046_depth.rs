//! # deep nesting
//!
//! Leaves members out where the output would nest too deep.
//!
//! ## Why
//!
//! A request nests about 30 levels at most, and an unpublished, lower limit holds for schemas.
//!
//! ## What changes
//!
//! The output does not allow what lies deeper; a required member at the last level is an object or a list that is
//! not described.

use super::{Hook, Priority, Rule};
use crate::{report::Severity, shape::Limit};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Warning,
    evidence: &["P-too-deep", "J-nesting-declaration"],
    hooks: &[Hook::Limit(Limit::Depth)],
    ..Rule::of(module_path!())
};
