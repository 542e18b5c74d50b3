//! # true and false as schemas
//!
//! Reads `true` as a schema that allows any value, and `false` as one that allows none.
//!
//! ## Why
//!
//! For the Gemini API a schema is an object; it rejects a request in which `true` or `false` replaces one. Code Assist
//! rejects them in `parametersJsonSchema`, too.
//!
//! ## What changes
//!
//! Nothing by itself: where the target requires types, a schema that allows any value is then written as a union of
//! types, and one that allows none is omitted.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"value":true,"legacy":false}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "value": {
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
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {"type":"object","properties":{"value":{}}}
//! ```
//!
//! ## In your server
//!
//! - schemars: a type instead of `serde_json::Value`, which becomes `true`

use super::prelude::*;
use crate::lower::Reader;

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-boolean-subschema", "J-boolean-subschema"]);

pub(super) static HOOKS: &[Hook] = &[Hook::On(Event::Boolean(read))];

fn read(reader: &mut Reader<'_, '_, '_>, json: JsonId) {
    let fix = match reader.cx.model.ast.tape().boolean(json) {
        Some(false) => "omitted: no value is allowed there",
        _ => "a schema that allows any value",
    };
    reader.cx.log(&RULE, json).message(refused).fix(fix);
}

fn refused(found: Found<'_>) -> String {
    format!("{found} is a boolean schema; {} takes only an object there", found.reader())
}
