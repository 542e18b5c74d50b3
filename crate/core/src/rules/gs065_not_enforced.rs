//! # lengths, counts and patterns
//!
//! Says lengths, counts of members and patterns in the description where the target does not enforce them; takes
//! them out where it refuses them.
//!
//! ## Why
//!
//! The JSON-Schema door accepts lengths and patterns and does not enforce them; OpenAI's strict tools take no
//! lengths and no counts of members.
//!
//! ## What changes
//!
//! The output allows values of any length, objects of any size and strings that do not match.

use super::{Cost, Hook, Phase, Priority, Rule, support::value_of};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["Q-ignored-keywords", "OpenAI API documentation: Structured Outputs, supported schemas"],
    hooks: &[Hook::Drop {
        of: &[Keyword::MinLength, Keyword::MaxLength, Keyword::MinProperties, Keyword::MaxProperties, Keyword::Pattern],
        phase: Phase::Fact,
        cost,
    }],
    ..Rule::of(module_path!())
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let limit = fact.lexeme(cx.ast.tape());
    match fact.keyword {
        Keyword::MinLength if limit != "0" => tell("strings that are shorter", "at least", limit, "characters"),
        Keyword::MaxLength => tell("strings that are longer", "at most", limit, "characters"),
        Keyword::MinProperties if limit != "0" => tell("objects with fewer members", "at least", limit, "members"),
        Keyword::MaxProperties => tell("objects with more members", "at most", limit, "members"),
        Keyword::Pattern => Cost::of("strings that do not match", &format!("matches {}", value_of(cx, fact))),
        _ => Cost::NONE,
    }
}

fn tell(gains: &str, bound: &str, limit: &str, unit: &str) -> Cost {
    let unit = if limit == "1" { unit.strip_suffix('s').unwrap_or(unit) } else { unit };
    Cost::of(gains, &format!("{bound} {limit} {unit}"))
}
