//! # deep nesting
//!
//! Omits schemas that nest deeper than the target allows: 20 levels for Gemini, 10 for OpenAI's strict mode, counting
//! the root and the innermost schema.
//!
//! ## Why
//!
//! The request parser of the Gemini API stops at about 30 levels (`Message too deep`), which is an error, and since
//! 2025-08 a lower, unpublished limit applies to schemas: more than 20 levels are a warning. OpenAI documents ten levels
//! for strict mode.
//!
//! ## What changes
//!
//! Values below the last level no longer match the declaration: an optional property is omitted, an alternative of a
//! union is omitted, and a required property becomes an object or a list with no further constraints. In round-trip
//! mode the property holds JSON text instead, and nothing is lost.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"name":{"type":"string"},"tensor":{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"number"}}}}}}}}}}},"required":["name"]}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "name": {"type":"STRING"},
//!     "tensor": {
//!       "type": "ARRAY",
//!       "items": {
//!         "type": "ARRAY",
//!         "items": {
//!           "type": "ARRAY",
//!           "items": {
//!             "type": "ARRAY",
//!             "items": {
//!               "type": "ARRAY",
//!               "items": {
//!                 "type": "ARRAY",
//!                 "items": {
//!                   "type": "ARRAY",
//!                   "items": {"type":"ARRAY","items":{"type":"ARRAY","items":{"type":"NUMBER"}}}
//!                 }
//!               }
//!             }
//!           }
//!         }
//!       }
//!     }
//!   },
//!   "required": ["name"]
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {"name":{"type":"string"}},
//!   "additionalProperties": false,
//!   "required": ["name"],
//!   "description": "(tensor is omitted here)"
//! }
//! ```
//!
//! ```json openai-strict round-trip
//! {
//!   "type": "object",
//!   "properties": {
//!     "name": {"type":"string"},
//!     "tensor": {"type":["string","null"],"description":"an array as JSON text"}
//!   },
//!   "additionalProperties": false,
//!   "required": ["name","tensor"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic, zod, schemars: flat lists of objects with ids, instead of objects inside objects

use super::prelude::*;
use crate::lower::Limit;

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Warning, &["P-too-deep", "J-nesting-declaration"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Limit(Limit::Depth)];
