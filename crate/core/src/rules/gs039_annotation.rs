//! # examples, $comment, readOnly, writeOnly, deprecated
//!
//! Removes annotations that the target has no field for. The description then states the first of the `examples`,
//! `deprecated` and `read-only`.
//!
//! ## Why
//!
//! Gemini's schema has the field `example` and none of these; the API rejects a request that contains an unknown field.
//! `parametersJsonSchema` accepts and ignores them. OpenAI's strict mode supports none of them, nor `example`.
//!
//! ## What changes
//!
//! The accepted values stay the same. The description does not mention `$comment`, `writeOnly` and `example`.
//! In round-trip mode, examples of encoded values are given in the form in which calls have them.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"city":{"type":"string","examples":["Oslo","Rome"]},"zip":{"type":"string","deprecated":true,"$comment":"since v2"}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "city": {"type":"STRING","description":"(example: Oslo)"},
//!     "zip": {"type":"STRING","description":"(deprecated)"}
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "city": {"type":"string","examples":["Oslo","Rome"]},
//!     "zip": {"type":"string","deprecated":true,"$comment":"since v2"}
//!   }
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "city": {"type":["string","null"],"description":"(example: Oslo)"},
//!     "zip": {"type":["string","null"],"description":"(deprecated)"}
//!   },
//!   "additionalProperties": false,
//!   "required": ["city","zip"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: the example in `Field(description=...)` instead of `Field(examples=[...])`
//! - zod: the example in `.describe(...)` instead of `.meta({ examples: [...] })`
//! - schemars: the example in the doc comment instead of `#[schemars(example = ...)]`

use super::{prelude::*, support::first_of};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-examples", "P-unknown-annotations"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Drop {
        of: &[Keyword::Comment, Keyword::ReadOnly, Keyword::WriteOnly, Keyword::Deprecated],
        phase: Phase::Note,
        cost,
    },
    // A value is moved to the alternative that allows it first.
    Hook::Drop { of: &[Keyword::Examples, Keyword::Example], phase: Phase::Value, cost },
];

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    Cost::NONE.told(words(cx, fact))
}

fn words(cx: &Lower<'_, '_>, fact: &Fact) -> Option<String> {
    let on = fact.lexeme(cx.model.ast.tape()) == "true";
    match fact.keyword {
        Keyword::Examples => first_of(cx, fact).map(|first| format!("example: {first}")),
        Keyword::Deprecated => on.then(|| "deprecated".to_owned()),
        Keyword::ReadOnly => on.then(|| "read-only".to_owned()),
        _ => None,
    }
}
