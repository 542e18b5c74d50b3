//! # uniqueItems
//!
//! Takes the demand for distinct items out and says it in the description.
//!
//! ## Why
//!
//! `parameters` has no field for it; the JSON-Schema door ignores it.
//!
//! ## What changes
//!
//! The output allows lists with equal items.

use super::{Cost, Hook, Phase, Priority, Rule};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-uniqueItems"],
    hooks: &[Hook::Drop { of: &[Keyword::UniqueItems], phase: Phase::Fact, cost }],
    ..Rule::of(module_path!())
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    if fact.lexeme(cx.ast.tape()) != "true" {
        return Cost::NONE;
    }
    Cost::of("lists with equal items", "no two items equal")
}
