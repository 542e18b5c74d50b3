//! # unresolved references
//!
//! Removes a reference whose target is not in the document, so that any value is allowed in its place.
//!
//! ## Why
//!
//! `parameters` does not support references, and `parametersJsonSchema` rejects such a reference with `reference to
//! undefined schema`. The API cannot resolve a reference to another document, and Lapidary does not fetch it.
//!
//! ## What changes
//!
//! The output accepts values that the missing schema might exclude. Keywords beside the reference are kept.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"language":{"$ref":"#/$defs/Lang"},"code":{"type":"string","$ref":"https://example.com/code.json"}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "language": {
//!       "anyOf": [
//!         {"type":"STRING","nullable":true},
//!         {"type":"NUMBER"},
//!         {"type":"BOOLEAN"},
//!         {
//!           "type": "ARRAY",
//!           "items": {
//!             "anyOf": [
//!               {"type":"STRING","nullable":true},
//!               {"type":"NUMBER"},
//!               {"type":"BOOLEAN"},
//!               {"type":"ARRAY","items":{"type":"STRING"}},
//!               {"type":"OBJECT"}
//!             ]
//!           }
//!         },
//!         {"type":"OBJECT"}
//!       ]
//!     },
//!     "code": {"type":"STRING"}
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {"type":"object","properties":{"language":{},"code":{"type":"string"}}}
//! ```
//!
//! ```json langchain
//! {
//!   "type": "object",
//!   "properties": {"language":{"type":"string","description":"(any value)"},"code":{"type":"string"}}
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Model.model_json_schema()` as a whole, with its `$defs`, instead of parts of it
//! - zod: `zodToJsonSchema(schema, { $refStrategy: "none" })`
//! - schemars: `SchemaSettings` with `inline_subschemas = true`

use super::prelude::*;
use crate::{lower::Reader, resolve::Resolution, schema::Entry, shape::constrains_nothing};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Critical, Severity::Error, &["P-unknown-ref-defs", "J-undefined-ref"]);

pub(super) static HOOKS: &[Hook] = &[Hook::On(Event::Unresolved(read))];

fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) {
    let place = match reader.resolution() {
        Some(Resolution::Foreign) => "another document, which is not fetched",
        _ => "a location that does not exist in this document",
    };
    // Up to draft 7 a `$ref` hides its siblings, which apply once it is removed.
    let ast = reader.cx.model.ast;
    let asserts = |beside: &Entry| beside.key != entry.key && !constrains_nothing(beside.keyword);
    let hides = entry.keyword == Keyword::Ref && ast.old_draft(reader.schema);
    let hides = hides && ast.entries(reader.schema).iter().any(asserts);
    let edit = reader
        .cx
        .log(&RULE, entry.key)
        .message_with(|found| format!("{found} points to {place}"))
        .fix("removed, so that any value is allowed")
        .accepts_more("any value in place of the reference");
    if hides {
        edit.accepts_less("values that the sibling keywords of the reference exclude");
    }
}
