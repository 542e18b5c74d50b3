//! # nullable
//!
//! Replaces OpenAPI's `nullable` by null among the types where the target takes JSON Schema.
//!
//! ## Why
//!
//! `nullable` is a keyword of OpenAPI 3.0 and a field of Gemini's schema. JSON Schema has no such keyword:
//! `parametersJsonSchema` does not list it among its keywords, and OpenAI's strict mode does not support it.
//!
//! ## What changes
//!
//! Nothing. Beside a union, null becomes one of its alternatives. Beside a reference or an `allOf` whose schemas exclude
//! null, `nullable` has no effect, as OpenAPI 3.0.3 has it; that is reported.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"note":{"type":"string","nullable":true},"id":{"anyOf":[{"type":"string"},{"type":"integer"}],"nullable":true}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "note": {"type":["string","null"]},
//!     "id": {"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}
//!   }
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "note": {"type":["string","null"]},
//!     "id": {"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}
//!   },
//!   "additionalProperties": false,
//!   "required": ["note","id"]
//! }
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "note": {"type":"STRING","nullable":true},
//!     "id": {"anyOf":[{"type":"STRING","nullable":true},{"type":"INTEGER"}]}
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - zod: `z.toJSONSchema(schema)` without `target: "openapi-3.0"`
//! - schemars: `SchemaSettings::draft2020_12()` instead of `SchemaSettings::openapi3()`

use super::{
    prelude::*,
    support::{add_null, may_be_null},
};
use crate::{order::Gather, schema::Says, shape::Union};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Low,
    Severity::Error,
    &["OpenAPI Specification 3.0.3 Schema Object", "OpenAI API documentation: Structured Outputs, supported schemas"],
);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Has(&[Keyword::Nullable]), phase: Phase::Union, with: narrow }];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let held = cx.target.takes(Keyword::Nullable);
    // Null for a union is allowed by its alternatives.
    if !shape.kinds.has(Kinds::NULL) && shape.unions.is_empty() {
        report_excluded(cx, shape);
    }
    if held && shape.typed {
        return;
    }
    for fact in shape.take_facts(Keyword::Nullable) {
        let edit = cx.log(&RULE, fact.key).fix("removed");
        let edit =
            if held { edit.message(|found| format!("{found} has no effect without a sibling `type`")) } else { edit };
        edit.annotation();
    }
    if held {
        return;
    }
    let Some(key) = shape.nullable_key.take() else { return };
    let in_union = !shape.typed && !shape.unions.is_empty() && shape.kinds.has(Kinds::NULL);
    cx.log(&RULE, key).fix(if shape.typed {
        "`\"null\"` as one of the types"
    } else if in_union {
        "`{\"type\":\"null\"}` as one of the alternatives"
    } else if shape.listed_values().is_some() {
        "`null` as one of the values"
    } else {
        "removed"
    });
    if shape.typed {
        shape.type_key = None;
    }
    if shape.kinds.has(Kinds::NULL) {
        for at in 0..shape.unions.len() {
            // Adding null may have removed the unions and left only null.
            let without = |union: &Union| !union.branches.iter().any(|part| may_be_null(cx, part));
            if shape.unions.get(at).is_some_and(without) {
                add_null(cx, shape, at);
            }
        }
    }
}

/// Reports each `nullable: true` beside a reference or an `allOf` that excludes null.
fn report_excluded(cx: &mut Lower<'_, '_>, shape: &Shape) {
    let ast = cx.model.ast;
    let own = shape.read_from.iter().filter(|schema| ast.json(**schema) == shape.origin);
    let entries = own.filter_map(|schema| Some((*schema, ast.entry(*schema, Keyword::Nullable)?)));
    let allows = entries.filter(|(schema, entry)| matches!(ast.says(*schema, entry), Says::Nullable(true)));
    for key in allows.map(|(_, entry)| entry.key).gather() {
        let edit =
            cx.log(&RULE, key).message(|found| format!("{found} has no effect: its sibling keywords exclude null"));
        let edit =
            edit.fix("removed; if null is meant, it has to be an alternative: `anyOf` with `{\"type\":\"null\"}`");
        edit.severity(Severity::Warning);
    }
}
