//! # lower-case types
//!
//! Writes type names in the case that the target expects.
//!
//! ## Why
//!
//! The names in Google's `Type` enum are in upper case. The API accepts any case; client libraries that parse the
//! schema strictly do not. JSON Schema's own names, which the other targets use, are in lower case.
//!
//! ## What changes
//!
//! Nothing: the types are the same.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"city":{"type":"string"},"days":{"type":"INTEGER"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"city":{"type":"STRING"},"days":{"type":"INTEGER"}}}
//! ```
//!
//! ```json gemini-api
//! {"type":"object","properties":{"city":{"type":"string"},"days":{"type":"INTEGER"}}}
//! ```
//!
//! ```json universal
//! {"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}}}
//! ```

use super::prelude::*;
use crate::schema::{TypeCase, Value};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Low,
    Severity::Info,
    &["P-type-not-enum", "PyPI google-ai-generativelanguage 0.12.1 Type"],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Type]), phase: Phase::Note, with: narrow },
    Hook::On(Event::Respelled(respell)),
    Hook::Direct(OnPlain::Idle),
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let (Some(case), Some(key)) = (cx.case, shape.type_key) else { return };
    let written = shape.read_from.iter().find_map(|schema| {
        let entry = cx.model.ast.entry(*schema, Keyword::Type).filter(|entry| entry.key == key)?;
        if let Value::Types(types) = entry.value { Some(types.case) } else { None }
    });
    if written.is_some_and(|written| written != case) {
        shape.type_key = None;
        respell(cx, key);
    }
}

fn respell(cx: &mut Lower<'_, '_>, key: JsonId) {
    let is_upper = cx.case == Some(TypeCase::Upper);
    let edit = cx.log(&RULE, key).message(if is_upper { not_upper } else { not_lower });
    edit.fix_of(if is_upper { upper } else { lower });
}

fn not_upper(found: Found<'_>) -> String {
    format!("{found} is not in upper case, unlike Google's type names; strict client libraries accept no other case")
}

fn not_lower(found: Found<'_>) -> String {
    format!("{found} is not in lower case, unlike JSON Schema's type names")
}

/// `` `type: "STRING"` ``
fn upper(found: Found<'_>) -> String {
    format!("`type: {}`", found.value().trim_matches('`').to_ascii_uppercase())
}

fn lower(found: Found<'_>) -> String {
    format!("`type: {}`", found.value().trim_matches('`').to_ascii_lowercase())
}
