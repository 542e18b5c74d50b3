//! # propertyNames
//!
//! Removes the schema for property names, and states it in the description.
//!
//! ## Why
//!
//! `propertyNames` is not a field of the schema in `parameters`, and the API rejects a request that contains it; zod 4
//! writes it for every `z.record`. `parametersJsonSchema` accepts the keyword and does not enforce it.
//!
//! ## What changes
//!
//! Properties may have any name. A schema that only declares `type: "string"`, as zod writes it, is valid for every
//! name, so removing it changes nothing. A map that is given as a list of entries in round-trip mode keeps the schema,
//! as that of the keys.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"env":{"type":"object","additionalProperties":{"type":"string"},"propertyNames":{"pattern":"^[A-Z_]+$"}}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "env": {"type":"OBJECT","description":"(properties of any name, each a string; names match ^[A-Z_]+$)"}
//!   }
//! }
//! ```
//!
//! ```json gemini round-trip
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "env": {
//!       "type": "ARRAY",
//!       "items": {
//!         "type": "OBJECT",
//!         "properties": {"key":{"type":"STRING","pattern":"^[A-Z_]+$"},"value":{"type":"STRING"}},
//!         "required": ["key","value"]
//!       }
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "env": {
//!       "type": "object",
//!       "additionalProperties": {"type":"string"},
//!       "propertyNames": {"pattern":"^[A-Z_]+$"},
//!       "description": "(names match ^[A-Z_]+$)"
//!     }
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - zod: `z.record(z.string(), …)` and the rule for the names in `.describe(…)`, instead of a pattern for the keys
//! - pydantic: `dict[str, …]` and the rule for the names in `Field(description=…)`

use super::{Cost, Hook, Phase, Priority, Rule};
use crate::{
    lower::{Lower, Severity, spell, spell_list},
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-propertyNames"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[Hook::Drop { of: &[Keyword::PropertyNames], phase: Phase::Fact, cost }];

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let tape = cx.model.ast.tape();
    let names = fact.key.value_of_key();
    let none = tape.boolean(names) == Some(false);
    let says_string =
        |key| tape.key_is(key, "type") && tape.string(key.value_of_key()).is_some_and(|kind| kind == "string");
    if !none && tape.members(names).all(says_string) {
        return Cost::NONE;
    }
    let told = |name, words: &str| tape.get(names, name).map(|value| format!("{words} {}", spell(tape, value)));
    let words = told("pattern", "names match")
        .or_else(|| {
            tape.get(names, "enum").map(|list| format!("names: {}", spell_list(tape, &cx.model.ast.list(list))))
        })
        .or_else(|| told("maxLength", "longest name:"))
        .or_else(|| told("minLength", "shortest name:"));
    let otherwise = if none { "no properties" } else { "not any name" };
    Cost::accepts_more("properties with names that `propertyNames` excludes")
        .told(Some(words.unwrap_or_else(|| otherwise.to_owned())))
}
