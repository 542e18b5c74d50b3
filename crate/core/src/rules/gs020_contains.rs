//! # contains
//!
//! Takes a demand on some item of a list out.
//!
//! ## Why
//!
//! `parameters` has no field for it; the JSON-Schema door ignores it.
//!
//! ## What changes
//!
//! The output allows lists without such an item.

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
    evidence: &["P-unknown-contains"],
    hooks: &[Hook::Drop {
        of: &[Keyword::Contains, Keyword::MinContains, Keyword::MaxContains],
        phase: Phase::Fact,
        cost,
    }],
    ..Rule::of(module_path!())
};

fn cost(_: &Lower<'_, '_>, _: &Shape, _: &Fact) -> Cost {
    Cost::of("lists without such an item", "must hold a certain item")
}
