//! # unknown keywords
//!
//! Takes names out that the target does not know.
//!
//! ## Why
//!
//! The message is closed: one unknown name refuses the whole request.
//!
//! ## What changes
//!
//! No draft defines them, so no value is lost or gained.

use super::{Cost, Hook, Phase, Priority, Rule};
use crate::report::Severity;

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-vendor", "P-unknown-errorMessage", "P-unknown-additional_properties-sdk", "V-ref-siblings"],
    hooks: &[Hook::DropRest { phase: Phase::Fact, cost: |_, _, _| Cost::NONE }],
    ..Rule::of(module_path!())
};
