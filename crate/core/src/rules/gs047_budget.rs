//! # references that multiply
//!
//! Writes as many levels out as fit where the output of a tool would be larger than 64 kB and eight times its
//! schema.
//!
//! ## Why
//!
//! Definitions that use each other several times grow exponentially when they are written out, and a declaration is
//! part of every request.
//!
//! ## What changes
//!
//! All that is cut lies at the same depth, and scalars stay. An object or a list there is left out, or is not
//! described where it is required; where calls are restored, it is JSON text.

use super::{Hook, Priority, Rule};
use crate::{report::Severity, shape::Limit};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Warning,
    evidence: &["P-unknown-ref-defs", "C-too-many-states"],
    hooks: &[Hook::Limit(Limit::Budget)],
    ..Rule::of(module_path!())
};
