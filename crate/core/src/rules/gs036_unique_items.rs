//! # uniqueItems
//!
//! Removes `uniqueItems`; the description says that no two items are equal.
//!
//! ## Why
//!
//! Gemini's schema has no field `uniqueItems`, and the API rejects a request that contains an unknown field. OpenAI's
//! strict mode does not support the keyword either. `parametersJsonSchema` accepts it and does not enforce it.
//!
//! ## What changes
//!
//! Lists with equal items are accepted. `uniqueItems: false` constrains nothing, so the description does not mention
//! it.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"labels":{"type":"array","items":{"type":"string"},"uniqueItems":true}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"labels":{"type":"ARRAY","items":{"type":"STRING"},"description":"(no two items equal)"}}
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "labels": {
//!       "type": "array",
//!       "items": {"type":"string"},
//!       "uniqueItems": true,
//!       "description": "(no two items equal)"
//!     }
//!   }
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "labels": {"type":["array","null"],"items":{"type":"string"},"description":"(no two items equal)"}
//!   },
//!   "additionalProperties": false,
//!   "required": ["labels"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `list[str]` and a validator that removes duplicates, instead of `set[str]`
//! - schemars: `Vec<String>` instead of `HashSet<String>`, with the set built in the handler

use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-uniqueItems"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Drop { of: &[Keyword::UniqueItems], phase: Phase::Fact, cost }];

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let tape = cx.model.ast.tape();
    let most = shape.fact(Keyword::MaxItems).map(|fact| fact.lexeme(tape));
    if fact.lexeme(tape) != "true" || matches!(most, Some("0" | "1")) {
        return Cost::NONE;
    }
    Cost::of("arrays with equal items", "no two items equal")
}
