//! # recursive references
//!
//! Writes a schema that contains itself out to four levels, where a reference to it cannot stay.
//!
//! ## Why
//!
//! Gemini's schema has no field for `$ref`; references are replaced by what they lead to, and for a recursive schema
//! that never ends. Vertex AI, `parametersJsonSchema` and OpenAI take recursive references, which stay; a loop that the
//! API rejects is written out there, too. In 2025 google-adk failed on such definitions with a `RecursionError`.
//!
//! ## What changes
//!
//! Values that nest deeper are no longer accepted as declared: an optional property is left out on the fourth level and
//! the description says so, an alternative of a union is left out, and a required property is an object or a list about
//! which nothing more is said. In round-trip mode a required property holds JSON text instead, at any depth.
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

use super::{Hook, Priority, Rule};
use crate::lower::{Limit, Severity};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Warning,
    evidence: &["P-unknown-ref-defs", "L-adk-recursion"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[Hook::Limit(Limit::Recursion)];
