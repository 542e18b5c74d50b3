//! # lengths, counts and patterns
//!
//! States lengths, property counts and patterns in the description where the target does not enforce them, and removes
//! them where it rejects them.
//!
//! ## Why
//!
//! `parametersJsonSchema` accepts lengths, property counts and patterns but does not enforce them. OpenAI's strict mode
//! supports `pattern`, but neither lengths nor property counts.
//!
//! ## What changes
//!
//! Strings of any length, strings that do not match and objects with any number of properties are accepted; the
//! description states the limit.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"label":{"type":"string","minLength":3,"maxLength":20,"pattern":"^[a-z]+$"}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "label": {
//!       "type": "string",
//!       "minLength": 3,
//!       "maxLength": 20,
//!       "pattern": "^[a-z]+$",
//!       "description": "(at least 3 characters; at most 20 characters; matches ^[a-z]+$)"
//!     }
//!   }
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "label": {
//!       "type": ["string","null"],
//!       "pattern": "^[a-z]+$",
//!       "description": "(at least 3 characters; at most 20 characters)"
//!     }
//!   },
//!   "additionalProperties": false,
//!   "required": ["label"]
//! }
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"label":{"type":"STRING","minLength":3,"maxLength":20,"pattern":"^[a-z]+$"}}
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: the limit in words, too: `Field(max_length=20, description="A label of at most 20 characters")`
//! - zod: `z.string().max(20).describe("A label of at most 20 characters")`
//! - schemars: a doc comment that names the limit

use super::{prelude::*, support::value_of};
use crate::shape::{ObjectFacts, Required};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Medium,
    Severity::Error,
    &["Q-ignored-keywords", "OpenAI API documentation: Structured Outputs, supported schemas"],
);

pub(super) static HOOKS: &[Hook] = &[Hook::Drop {
    of: &[
        Keyword::Minimum,
        Keyword::Maximum,
        Keyword::MinLength,
        Keyword::MaxLength,
        Keyword::MinItems,
        Keyword::MaxItems,
        Keyword::MinProperties,
        Keyword::MaxProperties,
        Keyword::Pattern,
    ],
    phase: Phase::Fact,
    cost,
}];

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let limit = fact.lexeme(cx.model.ast.tape());
    if is_implied(cx, &shape.object, fact.keyword, limit) {
        return Cost::NONE;
    }
    match fact.keyword {
        Keyword::Minimum => Cost::of("smaller numbers", &format!("at least {limit}")),
        Keyword::Maximum => Cost::of("greater numbers", &format!("at most {limit}")),
        Keyword::MinLength if limit != "0" => tell("shorter strings", "at least", limit, ["character", "characters"]),
        Keyword::MaxLength => tell("longer strings", "at most", limit, ["character", "characters"]),
        Keyword::MinItems if limit != "0" => tell("shorter arrays", "at least", limit, ["item", "items"]),
        Keyword::MaxItems => tell("longer arrays", "at most", limit, ["item", "items"]),
        Keyword::MinProperties if limit != "0" => {
            tell("objects with fewer properties", "at least", limit, ["property", "properties"])
        }
        Keyword::MaxProperties => tell("objects with more properties", "at most", limit, ["property", "properties"]),
        Keyword::Pattern => {
            Cost::of("strings that do not match the pattern", &format!("matches {}", value_of(cx, fact)))
        }
        _ => Cost::NONE,
    }
}

/// Whether a bound on the number of properties excludes nothing that what stays does not exclude.
fn is_implied(cx: &Lower<'_, '_>, object: &ObjectFacts, keyword: Keyword, limit: &str) -> bool {
    let Ok(limit) = limit.parse::<usize>() else { return false };
    match keyword {
        Keyword::MinProperties => Required::names(&object.required).len() >= limit,
        Keyword::MaxProperties => cx.target.closed_objects && object.is_closed() && object.properties.len() <= limit,
        _ => false,
    }
}

fn tell(gains: &str, bound: &str, limit: &str, [one, several]: [&str; 2]) -> Cost {
    let unit = if limit == "1" { one } else { several };
    Cost::of(gains, &format!("{bound} {limit} {unit}"))
}
