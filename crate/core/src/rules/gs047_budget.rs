//! # references that multiply
//!
//! Writes as many levels out as fit where a tool's schema, with its references and unions written out, is larger than
//! 64 kB and eight times the source.
//!
//! ## Why
//!
//! Gemini takes no references, and each is replaced by what it leads to. Definitions that use each other several times
//! grow exponentially by that, and a declaration is part of every request. A schema that is too complex is rejected
//! with `too many states for serving`.
//!
//! ## What changes
//!
//! Everything that is left out lies at the same depth, and strings, numbers and booleans stay. An optional object or
//! list there is left out, and a required one has no further description. In round-trip mode it holds JSON text, and
//! nothing is lost. Targets that take references keep them, and seldom meet the limit.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"q":{"type":"string"},"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"anyOf":[{"$ref":"#/$defs/B"},{"$ref":"#/$defs/B"},{"$ref":"#/$defs/B"},{"$ref":"#/$defs/B"}]},"B":{"anyOf":[{"$ref":"#/$defs/C"},{"$ref":"#/$defs/C"},{"$ref":"#/$defs/C"},{"$ref":"#/$defs/C"}]},"C":{"anyOf":[{"$ref":"#/$defs/D"},{"$ref":"#/$defs/D"},{"$ref":"#/$defs/D"},{"$ref":"#/$defs/D"}]},"D":{"anyOf":[{"$ref":"#/$defs/E"},{"$ref":"#/$defs/E"},{"$ref":"#/$defs/E"},{"$ref":"#/$defs/E"}]},"E":{"anyOf":[{"$ref":"#/$defs/F"},{"$ref":"#/$defs/F"},{"$ref":"#/$defs/F"},{"$ref":"#/$defs/F"}]},"F":{"anyOf":[{"$ref":"#/$defs/G"},{"$ref":"#/$defs/G"},{"$ref":"#/$defs/G"},{"$ref":"#/$defs/G"}]},"G":{"anyOf":[{"$ref":"#/$defs/H"},{"$ref":"#/$defs/H"},{"$ref":"#/$defs/H"},{"$ref":"#/$defs/H"}]},"H":{"type":"string"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"q":{"type":"STRING"}},"description":"(a is left out here)"}
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

use super::{Hook, Priority, Rule};
use crate::lower::{Limit, Severity};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Warning,
    evidence: &["P-unknown-ref-defs", "C-too-many-states"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[Hook::Limit(Limit::Budget)];
