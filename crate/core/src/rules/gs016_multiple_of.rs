//! # multipleOf
//!
//! Takes the step of a number out and says it in the description.
//!
//! ## Why
//!
//! `parameters` has no field for it.
//!
//! ## What changes
//!
//! The output allows numbers between the steps.

use super::{Cost, Hook, Phase, Priority, Rule, support::value_of};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-multipleOf"],
    hooks: &[Hook::Drop { of: &[Keyword::MultipleOf], phase: Phase::Fact, cost }],
    ..Rule::of(module_path!())
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let words = format!("multiple of {}", value_of(cx, fact));
    Cost::accepts_more(format!("numbers that are no {words}")).told(Some(words))
}
