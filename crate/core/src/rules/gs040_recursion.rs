//! # recursive references
//!
//! Expands a recursive schema to four levels where the output cannot keep a reference to it.
//!
//! ## Why
//!
//! Gemini's schema has no field for `$ref`, so each reference is replaced by the schema that it points to; for a
//! recursive schema this would never end. Vertex AI, `parametersJsonSchema` and OpenAI accept recursive references, and
//! these are kept; only a loop that the API rejects is expanded there, too. In 2025 google-adk failed on such
//! definitions with a `RecursionError`.
//!
//! ## What changes
//!
//! Values that nest deeper no longer match the declaration: at the fourth level, an optional property is omitted, which
//! the description states, an alternative of a union is omitted, and a required property becomes an object or a list
//! with no further constraints; its description states that its form is that of an outer one. In round-trip mode a
//! required property holds JSON text instead, at any depth.
//!
//! A recursive schema that allows any JSON value, such as zod's `z.json()`, is not expanded: GS001 removes the references
//! to it, and what remains has no constraints.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"name":{"type":"string"},"parent":{"$ref":"#"}},"required":["name"]}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "name": {"type":"STRING"},
//!     "parent": {
//!       "type": "OBJECT",
//!       "properties": {
//!         "name": {"type":"STRING"},
//!         "parent": {
//!           "type": "OBJECT",
//!           "properties": {
//!             "name": {"type":"STRING"},
//!             "parent": {
//!               "type": "OBJECT",
//!               "description": "(parent: no further nesting here)",
//!               "properties": {"name":{"type":"STRING"}},
//!               "required": ["name"]
//!             }
//!           },
//!           "required": ["name"]
//!         }
//!       },
//!       "required": ["name"]
//!     }
//!   },
//!   "required": ["name"]
//! }
//! ```
//!
//! ```json vertex-ai
//! {
//!   "type": "object",
//!   "properties": {"name":{"type":"string"},"parent":{"ref":"#/defs/root"}},
//!   "required": ["name"],
//!   "defs": {
//!     "root": {
//!       "type": "object",
//!       "properties": {"name":{"type":"string"},"parent":{"ref":"#/defs/root"}},
//!       "required": ["name"]
//!     }
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: a flat `list[Node]` with `parent_id: str` instead of `children: list["Node"]`
//! - zod: a flat `z.array(z.object({ id: z.string(), parent_id: z.string() }))` instead of `z.lazy(...)`
//! - schemars: a flat `Vec<Node>` with `parent_id: String` instead of `children: Vec<Node>`

use super::prelude::*;
use crate::lower::Limit;

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Warning, &["P-unknown-ref-defs", "L-adk-recursion"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Limit(Limit::Recursion)];
