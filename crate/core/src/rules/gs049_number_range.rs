//! # numbers that the field cannot hold
//!
//! Writes counts as plain integers, and leaves bounds out that a double cannot hold.
//!
//! ## Why
//!
//! Counts are 64-bit integers and bounds are doubles; anything else is refused.
//!
//! ## What changes
//!
//! Equivalent: a count with a fraction is rounded inward, and no value that JSON numbers usually carry lies beyond
//! a double.

use super::{Hook, Phase, Priority, Rule, When};
use crate::{json::Decimal, lower::Lower, order::keep, report::Severity, schema::Keyword, shape::Shape};

const KEYWORDS: &[Keyword] = &[
    Keyword::MinLength,
    Keyword::MaxLength,
    Keyword::MinItems,
    Keyword::MaxItems,
    Keyword::MinProperties,
    Keyword::MaxProperties,
    Keyword::MinContains,
    Keyword::MaxContains,
    Keyword::Minimum,
    Keyword::Maximum,
];

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-int-fraction"],
    hooks: &[Hook::Narrow { on: When::Has(KEYWORDS), phase: Phase::Fact, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let mut facts = std::mem::take(&mut shape.facts);
    keep(&mut facts, &mut |fact| {
        if !KEYWORDS.contains(&fact.keyword) || !cx.target.takes(fact.keyword) {
            return true;
        }
        let written = fact.lexeme(cx.ast.tape()).to_owned();
        let Some(number) = Decimal::parse(&written) else { return true };
        let fitting = match fact.keyword {
            Keyword::Minimum | Keyword::Maximum if number.fits_double() => return true,
            Keyword::Minimum | Keyword::Maximum => None,
            _ if is_least(fact.keyword) => number.ceil(),
            _ => number.floor(),
        };
        let fitting = fitting.filter(|text| text.parse::<i64>().is_ok());
        if cx.target.zero_is_unset && is_zero_maximum(fact.keyword, fitting.as_deref()) {
            cx.log(&RULE, fact.key).accepts_more("values that are not empty").fix("zero means no bound to the server");
            shape.hint("must be empty");
            return false;
        }
        if fitting.as_ref() == Some(&written) {
            return true;
        }
        let edit = cx.log(&RULE, fact.key);
        if fitting.is_none() && is_least(fact.keyword) {
            edit.accepts_more("values below this bound");
        }
        fact.text.clone_from(&fitting);
        fitting.is_some()
    });
    shape.facts = facts;
}

fn is_least(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::MinLength | Keyword::MinItems | Keyword::MinProperties | Keyword::MinContains | Keyword::Minimum
    )
}

/// An upper count of zero: in a protobuf message the same as none.
fn is_zero_maximum(keyword: Keyword, count: Option<&str>) -> bool {
    matches!(keyword, Keyword::MaxLength | Keyword::MaxItems | Keyword::MaxProperties) && count == Some("0")
}
