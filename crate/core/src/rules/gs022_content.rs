//! # contentMediaType, contentEncoding
//!
//! Removes the media type, the encoding and the schema of a string's content, and states the first two in the
//! description.
//!
//! ## Why
//!
//! Gemini's schema has no fields `contentMediaType`, `contentEncoding` and `contentSchema`, and the API rejects a
//! request that contains an unknown field. `parametersJsonSchema` accepts them and does not enforce them.
//!
//! ## What changes
//!
//! The accepted values stay the same: in JSON Schema, too, these keywords exclude no string. The description states the
//! media type and the encoding.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"image":{"type":"string","contentEncoding":"base64","contentMediaType":"image/png"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"image":{"type":"STRING","description":"(image/png; base64)"}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"image":{"type":"string","contentEncoding":"base64","contentMediaType":"image/png"}}
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: the model itself instead of `Json[Model]`

use super::{prelude::*, support::value_of};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-content"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Drop {
    of: &[Keyword::ContentMediaType, Keyword::ContentEncoding, Keyword::ContentSchema],
    phase: Phase::Fact,
    cost,
}];

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let words = (fact.keyword != Keyword::ContentSchema).then(|| value_of(cx, fact));
    Cost::NONE.told(words.filter(|words| !words.is_empty()))
}
