//! # items as a list
//!
//! Turns a tuple of drafts before 2020-12 into a list whose items may be any of the positions.
//!
//! ## Why
//!
//! `items` takes one schema; a list is refused.
//!
//! ## What changes
//!
//! The output allows the positions' values in any order; the description says the order.

use super::{Cost, Hook, Phase, Priority, Rule, When, support::tuple_to_list};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-items-list", "Q-tuple-lost"],
    hooks: &[
        Hook::Narrow { on: When::Has(&[Keyword::Items, Keyword::AdditionalItems]), phase: Phase::Fact, with: narrow },
        Hook::Drop { of: &[Keyword::Items, Keyword::AdditionalItems], phase: Phase::Fact, cost: |_, _, _| Cost::NONE },
    ],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    tuple_to_list(cx, shape, &RULE, Keyword::Items);
}
