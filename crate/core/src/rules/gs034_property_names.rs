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

use super::{Cost, Hook, Phase, Priority, Rule, support::said};
use crate::{
    lower::{Lower, Severity, spell, spell_list},
    schema::{Keyword, Kinds, Says, SchemaId, Value},
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-propertyNames"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[Hook::Drop { of: &[Keyword::PropertyNames], phase: Phase::Fact, cost }];

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let words = match shape.entry_at(&cx.model, fact.key) {
        Some((_, Value::Schema(names))) if cx.model.ast.is_false(names) => "no properties".to_owned(),
        Some((_, Value::Schema(names))) => match name_words(cx, cx.model.referent(names)) {
            words if words.is_empty() => return Cost::NONE,
            words => words.join(", "),
        },
        _ => ANY_OTHER.to_owned(),
    };
    Cost::accepts_more("properties with names that `propertyNames` excludes").told(Some(words))
}

/// The words for a schema that no other words describe.
const ANY_OTHER: &str = "some names are not valid";

/// The words for each constraint on names; none if every name is valid.
fn name_words(cx: &Lower<'_, '_>, names: SchemaId) -> Vec<String> {
    let (ast, tape) = (cx.model.ast, cx.model.ast.tape());
    let mut all = Vec::new();
    for entry in said(cx, names).into_iter().filter(|entry| entry.keyword.applies_to(Kinds::STRING)) {
        let told = |words: &str| format!("{words} {}", spell(tape, entry.json()));
        let words = match (ast.says(names, entry), entry.keyword) {
            (Says::Types(types), _) if types.kinds.has(Kinds::STRING) => continue,
            (Says::Const(_), _) => told("name:"),
            (Says::Enum(list), _) => format!("names: {}", spell_list(tape, &ast.list(list))),
            (_, Keyword::Pattern) => told("names match"),
            (_, Keyword::MaxLength) => told("longest name:"),
            (_, Keyword::MinLength) => told("shortest name:"),
            (_, Keyword::Format) => told("names have the format"),
            _ => ANY_OTHER.to_owned(),
        };
        if !all.contains(&words) {
            all.push(words);
        }
    }
    all
}
