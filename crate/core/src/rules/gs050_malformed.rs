//! # malformed values
//!
//! Removes a keyword whose value is of the wrong kind, and a tool's description that is not a string; in place of a
//! schema, reads the name of a type as that type, and any other value as a schema that allows everything.
//!
//! ## Why
//!
//! Each field of Gemini's schema takes one kind of value; a number in place of a string is an `Invalid value`, and the
//! API rejects the request.
//!
//! ## What changes
//!
//! JSON Schema gives such keywords no meaning, and most of them exclude nothing. Some validators nevertheless apply an
//! empty list of types, or a number that is too small, as in `multipleOf: -1`; the output accepts the values that these
//! exclude. The name of a type in place of a schema (`"tag": "string"`) is read as in GS053; values of other types are
//! no longer accepted.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"id":{"type":"string","pattern":5},"tag":"string"},"required":"id"}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"id":{"type":"STRING"},"tag":{"type":"STRING"}}}
//! ```
//!
//! ```json gemini-json-schema
//! {"type":"object","properties":{"id":{"type":"string"},"tag":{"type":"string"}}}
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {"id":{"type":["string","null"]},"tag":{"type":["string","null"]}},
//!   "additionalProperties": false,
//!   "required": ["id","tag"]
//! }
//! ```
//!
//! ## In your server
//!
//! - A generated schema has no such values; validate a handwritten one against the meta-schema of its draft

use super::{
    prelude::*,
    support::{note, written},
};
use crate::{declare::Declarations, json::Kind, lower::Reader, order::Gather, schema::ValueShape};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-scalar-kind"]);

pub(super) static HOOKS: &[Hook] =
    &[Hook::On(Event::Malformed(read)), Hook::Declare { phase: Phase::Fact, with: declare }];

/// Removes descriptions of tools that are not strings; null is none.
fn declare(declarations: &mut Declarations<'_>) {
    let tape = declarations.tape;
    let takes = |key: &JsonId| matches!(tape.kind(key.value_of_key()), Kind::String | Kind::Null);
    for declaration in declarations.list.iter_mut() {
        let Some(tool) = declaration.root.function.or(declaration.root.object) else { continue };
        for key in tape.members(tool).filter(|key| tape.key_is(*key, "description") && !takes(key)).gather() {
            let message = not_valid(Found::new(tape, key, &declaration.target), ValueShape::Text);
            note(&mut declaration.edits, &RULE, key, message).fix = Some("removed".into());
            declaration.remove(key);
        }
    }
}

fn read(reader: &mut Reader<'_, '_, '_>, json: JsonId) {
    let ast = reader.cx.model.ast;
    let entry = ast.entries(reader.schema).iter().find(|entry| entry.key == json);
    let Some(entry) = entry else { return read_no_schema(reader, json) };
    let shape = entry.keyword.info().map_or(ValueShape::Data, |info| info.shape);
    let gain = match ast.tape().kind(entry.json()) {
        Kind::Array if entry.keyword == Keyword::Type => Some("values of types that the array does not list"),
        // Most validators compute with whatever number they are given.
        Kind::Number if takes_a_number(entry.keyword) => {
            Some("values that a validator excludes if it applies the keyword")
        }
        _ => None,
    };
    let edit = reader.cx.log(&RULE, json).message_with(|found| not_valid(found, shape)).fix("removed");
    if let Some(gain) = gain {
        edit.accepts_more(gain);
    }
}

/// Handles a value that is not a schema where one is expected: the name of a type, as in `"days": "number"`, or
/// anything else.
fn read_no_schema(reader: &mut Reader<'_, '_, '_>, json: JsonId) {
    let named = reader.cx.model.ast.named_types(reader.schema);
    let fix = if named.is_empty() || named == Kinds::ALL {
        "a schema that allows any value".to_owned()
    } else {
        written(reader.cx, named)
    };
    let edit = reader
        .cx
        .log(&RULE, json)
        .message(|found| format!("{} is used as a schema, but a schema must be an object or a boolean", found.value()))
        .fix(fix);
    if !named.is_empty() && named != Kinds::ALL {
        edit.accepts_less("values of other types");
        reader.shape.set_kinds(reader.shape.kinds.intersect(named));
    }
}

fn takes_a_number(keyword: Keyword) -> bool {
    keyword.info().is_some_and(|info| matches!(info.shape, ValueShape::Positive | ValueShape::Count))
}

fn not_valid(found: Found<'_>, shape: ValueShape) -> String {
    format!("{found} is not valid: the value must be {}", expected(shape))
}

/// The values that a keyword takes, in words.
fn expected(shape: ValueShape) -> &'static str {
    match shape {
        ValueShape::Schema => "a schema",
        ValueShape::Schemas => "an array of schemas",
        ValueShape::SchemaMap => "an object whose values are schemas",
        ValueShape::SchemaOrList => "a schema or an array of schemas",
        ValueShape::SchemaOrNamesMap => "an object whose values are schemas or arrays of property names",
        ValueShape::Types => "a type name or an array of type names",
        ValueShape::Text => "a string",
        ValueShape::Names => "an array of strings",
        ValueShape::NamesMap => "an object whose values are arrays of unique property names",
        ValueShape::Number => "a number",
        ValueShape::Positive => "a number greater than 0",
        ValueShape::NumberOrFlag => "a number or a boolean",
        ValueShape::Count => "a non-negative integer",
        ValueShape::Flag => "a boolean",
        ValueShape::List => "an array",
        ValueShape::Data => "any JSON value",
    }
}
