//! # prefixItems
//!
//! Writes a tuple as an array of the same length whose items may each match any of the positions. In round-trip mode, a
//! tuple of fixed length whose positions differ becomes an object with one property for each position.
//!
//! ## Why
//!
//! Gemini's schema has one schema for all items and no field `prefixItems`, and the API rejects a request that contains
//! an unknown field. A tuple reduced to `items: {}` is an array of anything. `parametersJsonSchema` has tuples.
//!
//! ## What changes
//!
//! If the positions differ, each item may match any of them; the description states their order, values, bounds and
//! patterns. Further items, where the tuple allows them, must match one of the positions or the schema for further
//! items. An object with one property for each position loses nothing.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"point":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"minItems":2,"maxItems":2},"pair":{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false,"minItems":2}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "point": {"type":"ARRAY","items":{"type":"NUMBER"},"minItems":2,"maxItems":2},
//!     "pair": {
//!       "type": "ARRAY",
//!       "items": {"anyOf":[{"type":"STRING"},{"type":"INTEGER"}]},
//!       "maxItems": 2,
//!       "minItems": 2,
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
//!     "point": {"type":"ARRAY","items":{"type":"NUMBER"},"minItems":2,"maxItems":2},
//!     "pair": {
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
//!     "point": {"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"minItems":2,"maxItems":2},
//!     "pair": {"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"maxItems":2,"minItems":2}
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
    Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-prefixItems", "Q-tuple-lost"]);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Has(&[Keyword::PrefixItems]), phase: Phase::Fact, with: narrow }];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    tuple_to_list(cx, shape, &RULE, Keyword::PrefixItems);
}
