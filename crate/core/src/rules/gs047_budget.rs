//! # references that multiply
//!
//! Expands references and unions to as many levels as fit, where the fully expanded schema of a tool would exceed both
//! 64 kB and eight times its source.
//!
//! ## Why
//!
//! Gemini does not accept references, so each is replaced by the schema that it points to. Definitions that refer to
//! each other several times then grow exponentially, and the declaration is part of every request. The API rejects a
//! schema that is too complex with `too many states for serving`.
//!
//! ## What changes
//!
//! All omissions are at the same depth, and strings, numbers and booleans are kept there. An optional object or list at
//! that depth is omitted, and a required one has no further constraints. In round-trip mode it holds JSON text, and
//! nothing is lost. Targets that accept references keep them, and rarely reach the limit.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"q":{"type":"string"},"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"anyOf":[{"$ref":"#/$defs/B"},{"$ref":"#/$defs/B"},{"$ref":"#/$defs/B"},{"$ref":"#/$defs/B"}]},"B":{"anyOf":[{"$ref":"#/$defs/C"},{"$ref":"#/$defs/C"},{"$ref":"#/$defs/C"},{"$ref":"#/$defs/C"}]},"C":{"anyOf":[{"$ref":"#/$defs/D"},{"$ref":"#/$defs/D"},{"$ref":"#/$defs/D"},{"$ref":"#/$defs/D"}]},"D":{"anyOf":[{"$ref":"#/$defs/E"},{"$ref":"#/$defs/E"},{"$ref":"#/$defs/E"},{"$ref":"#/$defs/E"}]},"E":{"anyOf":[{"$ref":"#/$defs/F"},{"$ref":"#/$defs/F"},{"$ref":"#/$defs/F"},{"$ref":"#/$defs/F"}]},"F":{"anyOf":[{"$ref":"#/$defs/G"},{"$ref":"#/$defs/G"},{"$ref":"#/$defs/G"},{"$ref":"#/$defs/G"}]},"G":{"anyOf":[{"$ref":"#/$defs/H"},{"$ref":"#/$defs/H"},{"$ref":"#/$defs/H"},{"$ref":"#/$defs/H"}]},"H":{"type":"string"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"q":{"type":"STRING"}},"description":"(a is omitted here)"}
//! ```
//!
//! ```json gemini round-trip
//! {"type":"OBJECT","properties":{"q":{"type":"STRING"},"a":{"type":"STRING"}}}
//! ```
//!
//! ```json langchain
//! {"type":"object","properties":{"q":{"type":"string"},"a":{"type":"string"}}}
//! ```
//!
//! ## In your server
//!
//! - pydantic, zod, schemars: one property for each relation that the model has to fill in, ids for the others

use super::prelude::*;
use crate::lower::Limit;

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Warning, &["P-unknown-ref-defs", "C-too-many-states"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Limit(Limit::Budget)];
