//! # misplaced and misspelled keywords
//!
//! Reads misplaced or misspelled parts of a schema as their author meant them: properties outside `properties` or in a
//! list, a whole schema in place of its properties, `required` as a boolean or among the properties, and numbers in
//! quotes.
//!
//! ## Why
//!
//! JSON Schema gives none of these a meaning, so an API ignores them or rejects the request, and the model gets a tool
//! without arguments. They are common in handwritten schemas. Google's own types write 64-bit integers in quotes
//! (`"minItems": "1"`), as the JSON format of protobuf does.
//!
//! ## What changes
//!
//! The output has the constraints that the author meant, so it no longer accepts some values that JSON Schema lets
//! pass. A schema that consists only of misplaced properties is read as an object. `parameters` accepts any number in
//! quotes, so it is kept there.
//!
//! ## Examples
//!
//! ```json source
//! {"to":{"type":"string","required":true},"copies":{"type":"integer","minimum":"1"}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"to":{"type":"STRING"},"copies":{"type":"INTEGER","minimum":"1"}},
//!   "required": ["to"]
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"to":{"type":"string"},"copies":{"type":"integer","minimum":1}},
//!   "required": ["to"]
//! }
//! ```
//!
//! ```json source
//! {"type":"object","properties":{"host":{"type":"string"},"port":{"type":"integer"},"required":["host"]}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"host":{"type":"STRING"},"port":{"type":"INTEGER"}},
//!   "required": ["host"]
//! }
//! ```
//!
//! ## In your server
//!
//! - A generated schema has no such members; validate a handwritten one against the meta-schema of its draft

use super::prelude::*;
use crate::{
    json::Kind,
    lower::Reader,
    schema::{Entry, Value},
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Error, &["P-unknown-vendor", "P-scalar-kind"]);

pub(super) static HOOKS: &[Hook] = &[Hook::On(Event::Loose(read))];

const LIST: &str = "`properties` is an array of named schemas instead of an object of schemas";
const WHOLE: &str = "`properties` contains a whole schema, with `type` and `properties`, instead of its properties";
const AMONG: &str = "`required` is inside `properties`, some of which it lists";

fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) {
    let ast = reader.cx.model.ast;
    let name = ast.name(entry.key);
    match (entry.keyword, entry.value) {
        (Keyword::Unknown, _) if ast.is_listed(reader.schema) => {
            let edit = reader.cx.log(&RULE, entry.key).message_with(|_| listed(&name));
            edit.fix("a property of that name");
        }
        (Keyword::Unknown, _) => {
            let message = |_: Found<'_>| format!("`{name}` describes a property but is not in `properties`");
            let edit = reader.cx.log(&RULE, entry.key).message_with(message).fix("moved into `properties`");
            edit.accepts_less(format!("other values of {name:?}"));
        }
        (Keyword::Properties, _) if ast.tape().kind(entry.json()) == Kind::Object => {
            let edit = reader.cx.log(&RULE, entry.key).message(|_| WHOLE.to_owned());
            edit.fix("its keywords in place of the outer `properties`");
        }
        (Keyword::Properties, _) => {
            let edit = reader.cx.log(&RULE, entry.key).message(|_| LIST.to_owned());
            edit.fix("an object of these properties");
        }
        (Keyword::Required, Value::Data) if ast.tape().boolean(entry.json()).is_some() => read_flag(reader, entry),
        (Keyword::Required, _) => {
            let edit = reader.cx.log(&RULE, entry.key).message(|_| AMONG.to_owned());
            edit.fix("moved out of `properties`").accepts_less("objects without the properties that it lists");
        }
        _ if reader.cx.target.quoted_numbers => {}
        _ => {
            let number = entry.keyword.without_quotes(ast.tape().slice(entry.json()));
            let message = |found: Found<'_>| {
                format!("{found} is a number written as a string; {} takes a number", found.reader())
            };
            let edit = reader.cx.log(&RULE, entry.key).message(message);
            edit.fix_with(|| format!("`{}: {number}`", entry.keyword.name()));
        }
    }
}

fn listed(name: &str) -> String {
    format!("{name:?} is described in an array of named schemas, where a schema is expected")
}

/// Handles `required: true` or `false` in a property itself, as in draft 3.
fn read_flag(reader: &mut Reader<'_, '_, '_>, entry: &Entry) {
    let is_required = reader.cx.model.ast.tape().boolean(entry.json()) == Some(true);
    let message = |found: Found<'_>| format!("{found} is a boolean, but required properties are listed by the object");
    let edit = reader.cx.log(&RULE, entry.key).message(message);
    if is_required {
        edit.fix("listed in `required` of the object").accepts_less("objects without this property");
    } else {
        edit.fix("removed");
    }
}
