//! # exclusiveMinimum
//!
//! Writes an exclusive lower bound as `minimum`: the next higher integer for integers, the same number for other
//! numbers.
//!
//! ## Why
//!
//! Gemini's schema has no field `exclusiveMinimum`, and the API rejects a request that contains an unknown field.
//! `parametersJsonSchema` accepts the keyword and does not enforce it.
//!
//! ## What changes
//!
//! Nothing for integers. Other numbers may now equal the bound; the description says `greater than`.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"line":{"type":"integer","exclusiveMinimum":0},"price":{"type":"number","exclusiveMinimum":0}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "line": {"type":"INTEGER","minimum":1},
//!     "price": {"type":"NUMBER","minimum":0,"description":"(greater than 0)"}
//!   }
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "line": {"type":["integer","null"],"exclusiveMinimum":0},
//!     "price": {"type":["number","null"],"exclusiveMinimum":0}
//!   },
//!   "additionalProperties": false,
//!   "required": ["line","price"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Field(ge=1)` instead of `Field(gt=0)` for an `int`
//! - zod: `z.number().int().min(1)` instead of `z.number().int().positive()`
//! - schemars: `#[schemars(range(min = 1))]`

use super::{
    prelude::*,
    support::{Bound, close_bound},
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-exclusiveMinimum"]);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Has(&[Keyword::ExclusiveMinimum]), phase: Phase::Fact, with: narrow }];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    close_bound(cx, shape, &RULE, Bound::Lower);
}
