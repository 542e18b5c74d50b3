//! # ambiguous alternatives
//!
//! Wraps an alternative in an object with one property where its values could be mistaken for those of another
//! alternative when calls are restored.
//!
//! ## Why
//!
//! In round-trip mode a list of entries can stand for a map, and a string for a number. If another alternative is a
//! list or a string itself, the two cannot be distinguished.
//!
//! ## What changes
//!
//! Nothing once the call is restored. Alternatives that differ only in which properties may be absent are not wrapped:
//! if the model sends null for an absent property, the MCP server gets that null, as the finding states.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"level":{"anyOf":[{"type":"string"},{"enum":[1,3,7]}]}}}
//! ```
//!
//! ```json gemini round-trip
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "level": {
//!       "anyOf": [
//!         {"type":"STRING"},
//!         {
//!           "type": "OBJECT",
//!           "properties": {"value":{"type":"STRING","enum":["1","3","7"]}},
//!           "required": ["value"]
//!         }
//!       ]
//!     }
//!   }
//! }
//! ```
//!
//! ```json openai-strict round-trip
//! {
//!   "type": "object",
//!   "properties": {"level":{"anyOf":[{"type":"string"},{"type":"integer","enum":[1,3,7]},{"type":"null"}]}},
//!   "additionalProperties": false,
//!   "required": ["level"]
//! }
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "level": {
//!       "anyOf": [
//!         {"type":"STRING"},
//!         {"type":"INTEGER","minimum":1,"maximum":7,"description":"(one of: 1, 3, 7)"}
//!       ]
//!     }
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Field(discriminator="kind")` on a union of models, with a constant `kind` in each
//! - zod: `z.discriminatedUnion` instead of `z.union`
//! - schemars: `#[serde(tag = "kind")]` instead of `#[serde(untagged)]`

use super::prelude::*;
use crate::lower::Ambiguity;

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Info, &["Q-stringified-enum", "Q-dict-empty"]);

pub(super) static HOOKS: &[Hook] = &[Hook::On(Event::Ambiguity(tell))];

fn tell(cx: &mut Lower<'_, '_>, key: JsonId, what: Ambiguity) {
    let edit = cx.log(&RULE, key).message(ambiguous);
    match what {
        Ambiguity::Wrapped { beside } => {
            let edit = edit.fix("one of them wrapped in an object with one property");
            if beside {
                edit.accepts_less("values of that alternative where sibling keywords of the union exclude the object")
                    .severity(Severity::Warning);
            }
        }
        Ambiguity::NullStays => edit
            .fix("null for an omitted property is not removed from calls")
            .accepts_more("null in place of an omitted property")
            .accepts_less("objects in these alternatives that omit a property")
            .severity(Severity::Warning),
    }
}

fn ambiguous(found: Found<'_>) -> String {
    format!(
        "two alternatives have values that look alike in a call from {}, and restoring must tell them apart",
        found.reader()
    )
}
