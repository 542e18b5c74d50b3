//! # exclusiveMaximum
//!
//! Writes an exclusive upper bound as `maximum`: the next lower integer for integers, the same number for other
//! numbers.
//!
//! ## Why
//!
//! Gemini's schema has no field `exclusiveMaximum`, and the API rejects a request that contains an unknown field.
//! `parametersJsonSchema` accepts the keyword and does not enforce it.
//!
//! ## What changes
//!
//! Nothing for integers. Other numbers may now equal the bound; the description says `less than`.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"length":{"type":"integer","exclusiveMaximum":1000000},"share":{"type":"number","exclusiveMaximum":1}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "length": {"type":"INTEGER","maximum":999999},
//!     "share": {"type":"NUMBER","maximum":1,"description":"(less than 1)"}
//!   }
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "length": {"type":["integer","null"],"exclusiveMaximum":1000000},
//!     "share": {"type":["number","null"],"exclusiveMaximum":1}
//!   },
//!   "additionalProperties": false,
//!   "required": ["length","share"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Field(le=999999)` instead of `Field(lt=1000000)` for an `int`
//! - zod: `z.number().int().max(999999)` instead of `z.number().int().lt(1000000)`
//! - schemars: `#[schemars(range(max = 999999))]`

use super::{
    prelude::*,
    support::{Bound, close_bound},
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-exclusiveMinimum"]);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Has(&[Keyword::ExclusiveMaximum]), phase: Phase::Fact, with: narrow }];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    close_bound(cx, shape, &RULE, Bound::Upper);
}
