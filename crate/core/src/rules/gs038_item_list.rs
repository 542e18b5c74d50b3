//! # items as a list
//!
//! Writes a tuple of the drafts before 2020-12, whose `items` lists one schema per position, as an array whose items
//! may each match any of the positions, or as `prefixItems` where the target has that. In round-trip mode, a tuple of
//! fixed length becomes an object with one property per position.
//!
//! ## Why
//!
//! In the Gemini API, `items` takes one schema, and a request in which it is a list is rejected. Where another
//! converter turns a tuple into an array of anything, its positions are lost silently. `parametersJsonSchema` takes
//! `prefixItems` instead.
//!
//! ## What changes
//!
//! As an array, the values of the positions are accepted in any order; the description states the order. Items after
//! the last position are accepted only if they match one of the positions or the schema for further items. As an object
//! or as `prefixItems`, nothing changes.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"range":{"type":"array","items":[{"type":"string"},{"type":"integer"}],"minItems":2,"maxItems":2}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "range": {
//!       "type": "ARRAY",
//!       "items": {"anyOf":[{"type":"STRING"},{"type":"INTEGER"}]},
//!       "minItems": 2,
//!       "maxItems": 2,
//!       "description": "(items in order: string, integer)"
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini round-trip
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "range": {
//!       "type": "OBJECT",
//!       "properties": {"item_1":{"type":"STRING"},"item_2":{"type":"INTEGER"}},
//!       "required": ["item_1","item_2"]
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "range": {"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"minItems":2,"maxItems":2}
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: a model with named fields instead of `tuple[str, int]`
//! - zod: `z.object({ name: z.string(), count: z.number() })` instead of `z.tuple([z.string(), z.number()])`
//! - schemars: a struct with named fields instead of a tuple

use super::{prelude::*, support::tuple_to_list};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-items-list", "Q-tuple-lost"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Items, Keyword::AdditionalItems]), phase: Phase::Fact, with: narrow },
    Hook::Drop { of: &[Keyword::Items, Keyword::AdditionalItems], phase: Phase::Fact, cost: |_, _, _| Cost::NONE },
    Hook::Direct(OnPlain::asked(|_, node| Direct::idle_if(!node.has(Keyword::AdditionalItems)))),
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    tuple_to_list(cx, shape, &RULE, Keyword::Items);
}
