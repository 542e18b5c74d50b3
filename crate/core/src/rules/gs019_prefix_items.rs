//! # prefixItems
//!
//! Turns a tuple into a list whose items may be any of the positions, as long as the tuple.
//!
//! ## Why
//!
//! `parameters` has one schema for all items.
//!
//! ## What changes
//!
//! The output allows the positions' values in any order; the description says the order.

use super::{Hook, Phase, Priority, Rule, When, support::tuple_to_list};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-prefixItems", "Q-tuple-lost"],
    hooks: &[Hook::Narrow { on: When::Has(&[Keyword::PrefixItems]), phase: Phase::Fact, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    tuple_to_list(cx, shape, &RULE, Keyword::PrefixItems);
}
