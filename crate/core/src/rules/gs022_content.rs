//! # contentMediaType, contentEncoding
//!
//! Takes the media type and encoding of a string out and says them in the description.
//!
//! ## Why
//!
//! `parameters` has no field for them.
//!
//! ## What changes
//!
//! They constrain nothing in JSON Schema either; the description keeps the advice.

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
    evidence: &["P-unknown-content"],
    hooks: &[Hook::Drop {
        of: &[Keyword::ContentMediaType, Keyword::ContentEncoding, Keyword::ContentSchema],
        phase: Phase::Fact,
        cost,
    }],
    ..Rule::of(module_path!())
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    Cost::NONE.told((fact.keyword != Keyword::ContentSchema).then(|| value_of(cx, fact)))
}
