//! # if, then, else
//!
//! Replaces conditions on one property that lists its values with a union of alternatives, one for each set of values
//! with the same consequences. States other conditions in the description.
//!
//! ## Why
//!
//! Gemini's schema has no fields `if`, `then` and `else`, and the API rejects a request that contains an unknown field.
//! `parametersJsonSchema` accepts them and does not enforce them. The model fills in only declared properties, so it
//! never gives one that only a condition mentions.
//!
//! ## What changes
//!
//! Nothing where the conditions become alternatives. Elsewhere, and always at the root of the parameters, values that a
//! condition excludes are accepted, and the description states the condition. Properties that only a condition mentions
//! are declared, also where the target ignores the condition and it stays in the output.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"target":{"type":"object","properties":{"kind":{"enum":["mail","none"]},"address":{"type":"string"}},"required":["kind"],"if":{"properties":{"kind":{"enum":["mail"]}}},"then":{"required":["address"]}}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "target": {
//!       "anyOf": [
//!         {
//!           "type": "OBJECT",
//!           "required": ["kind","address"],
//!           "properties": {"kind":{"type":"STRING","enum":["mail"]},"address":{"type":"STRING"}}
//!         },
//!         {
//!           "type": "OBJECT",
//!           "properties": {"kind":{"type":"STRING","enum":["none"]},"address":{"type":"STRING"}},
//!           "required": ["kind"]
//!         }
//!       ]
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "target": {
//!       "type": "object",
//!       "properties": {"kind":{"enum":["mail","none"]},"address":{"type":"string"}},
//!       "required": ["kind"],
//!       "if": {"properties":{"kind":{"enum":["mail"]}}},
//!       "then": {"required":["address"]},
//!       "description": "(if kind is mail: needs address)"
//!     }
//!   }
//! }
//! ```
//!
//! ```json langchain
//! {
//!   "type": "object",
//!   "properties": {
//!     "target": {
//!       "type": "object",
//!       "properties": {"kind":{"type":"string","enum":["mail","none"]},"address":{"type":"string"}},
//!       "required": ["kind"],
//!       "description": "(if kind is mail: needs address)"
//!     }
//!   }
//! }
//! ```
//!
//! ```json source
//! {"type":"object","properties":{"country":{"type":"string"}},"if":{"properties":{"country":{"const":"US"}}},"then":{"required":["zip"]}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "country": {"type":"STRING"},
//!     "zip": {
//!       "anyOf": [
//!         {"type":"STRING","nullable":true},
//!         {"type":"NUMBER"},
//!         {"type":"BOOLEAN"},
//!         {
//!           "type": "ARRAY",
//!           "items": {
//!             "anyOf": [
//!               {"type":"STRING","nullable":true},
//!               {"type":"NUMBER"},
//!               {"type":"BOOLEAN"},
//!               {"type":"ARRAY","items":{"type":"STRING"}},
//!               {"type":"OBJECT"}
//!             ]
//!           }
//!         },
//!         {"type":"OBJECT"}
//!       ]
//!     }
//!   },
//!   "description": "(if country is US: needs zip)"
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "country": {"type":["string","null"]},
//!     "zip": {
//!       "anyOf": [
//!         {"type":["string","null"]},
//!         {"type":"number"},
//!         {"type":"boolean"},
//!         {
//!           "type": "array",
//!           "items": {
//!             "anyOf": [
//!               {"type":["string","null"]},
//!               {"type":"number"},
//!               {"type":"boolean"},
//!               {"type":"array","items":{"type":"string"}},
//!               {"type":"object","properties":{},"required":[],"additionalProperties":false}
//!             ]
//!           }
//!         },
//!         {"type":"object","properties":{},"required":[],"additionalProperties":false}
//!       ]
//!     }
//!   },
//!   "additionalProperties": false,
//!   "description": "(if country is US: needs zip)",
//!   "required": ["country","zip"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: a union of models with a `Literal` field each instead of `if` in `json_schema_extra`
//! - zod: `z.discriminatedUnion("kind", […])` for a property
//! - schemars: an enum with `#[serde(tag = "kind")]` for a property

use super::{
    prelude::*,
    support::{choice, conditional, conditional_words, conditionals, declare_members},
};
use crate::shape::{Ask, mentioned};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Low,
    Severity::Error,
    &["PyPI google-ai-generativelanguage 0.12.1 content.Schema", "JSON Schema 2020-12 core §10.2.2"],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::If, Keyword::Then, Keyword::Else]), phase: Phase::Union, with: narrow },
    Hook::Drop { of: &[Keyword::If, Keyword::Then, Keyword::Else], phase: Phase::Union, cost },
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let (staying, mut pending): (Vec<_>, Vec<_>) =
        conditionals(cx, shape).into_iter().partition(|one| cx.stays_at(shape, one.keys[0]));
    if let Some(choice) = choice(cx, shape, &pending) {
        for solved in &choice.solved {
            cx.log(&RULE, solved.keys[0])
                .fix_with(|| format!("`anyOf` with alternatives for the values of {:?}", choice.name));
            shape.keep_facts(&|fact| !solved.keys.contains(&fact.key));
            pending.retain(|left| left.condition != solved.condition);
        }
        shape.keywords.insert(Keyword::AnyOf);
        shape.unions.push(choice.union);
    }
    // The target may not show the model what it ignores.
    pending.extend(staying);
    if let Some(first) = pending.first() {
        let mut asked = Vec::new();
        for one in &pending {
            asked.extend(one.then.into_iter().chain(one.otherwise).map(Ask::Describes));
            asked.push(Ask::Tests(one.condition));
        }
        let found = mentioned(&cx.model, &asked);
        declare_members(cx, shape, &RULE, first.keys[0], found);
    }
}

/// The cost of a condition is counted once, at its `if`.
fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let schema = shape.entry_at(&cx.model, fact.key).filter(|_| fact.keyword == Keyword::If).map(|(schema, _)| schema);
    match schema.and_then(|schema| conditional(cx, schema)) {
        Some(condition) => {
            let words = conditional_words(cx, &condition);
            Cost::of("values that the condition rules out", words.as_deref().unwrap_or("further conditions hold"))
        }
        None => Cost::NONE,
    }
}
