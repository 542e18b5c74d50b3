//! # type lists
//!
//! Writes a list of types as one type, with `nullable` if `null` is in the list, or as a union of single types.
//!
//! ## Why
//!
//! `type` takes one name in Gemini's schema; the API rejects a request in which it is a list. OpenAI's strict mode takes
//! lists of simple types; arrays and objects in lists are not documented, so they become alternatives, with a warning.
//!
//! ## What changes
//!
//! Nothing, with one exception: in round-trip mode, strings that stand for listed values of several types also accept
//! values that other keywords exclude.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"limit":{"type":["integer","null"]},"id":{"type":["string","integer"]}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"limit":{"type":"INTEGER","nullable":true},"id":{"anyOf":[{"type":"STRING"},{"type":"INTEGER"}]}}
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"limit":{"type":["integer","null"]},"id":{"type":["string","integer"]}}
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: a field with a default instead of `int | None`, if null means the same as omitting the field
//! - zod: `.optional()` instead of `.nullable()`

use super::{
    prelude::*,
    support::{EXCLUDED, add_null, code_mixed, push_down, says_more, types_as_code},
};
use crate::{
    lower::EditBuilder,
    order::Set,
    schema::Value,
    shape::{remaining_kinds, split_kinds},
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Error, &["P-type-list", "L-genai-py-type-list"]);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Always, phase: Phase::Kind, with: narrow }, Hook::Direct(OnPlain::Idle)];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !shape.typed || shape.verbatim().is_some() {
        return;
    }
    if shape.type_key.is_some_and(|key| names_twice(cx, key)) {
        cx.log(&RULE, shape.type_key.unwrap_or(shape.origin))
            .message(|found| format!("{found} lists a type twice"))
            .fix("each type once");
        shape.type_key = None;
    }
    let solid = shape.solid_kinds();
    let list = shape.type_key.filter(|key| is_list(cx, shape, *key));
    let beside = cx.target.complete_nodes && !shape.unions.is_empty() && !shape.or_null;
    if let Some(key) =
        list.filter(|_| beside && shape.kinds.has(Kinds::NULL) && !remaining_kinds(&cx.model, shape).has(Kinds::NULL))
    {
        // The types include null, but no alternative of the union allows it.
        cx.log(&RULE, key)
            .message(|found| format!("{found} lists null, which none of the sibling alternatives allows"))
            .fix("types declared by the alternatives alone");
        shape.kinds = shape.kinds.without(Kinds::NULL);
        shape.type_key = None;
    }
    let is_plain = solid.without(Kinds::SCALARS).is_empty();
    if cx.target.type_lists && (is_plain || solid.count() < 2 || !cx.target.complete_nodes) {
        return;
    }
    let list = shape.type_key.and(list);
    if solid.count() < 2 && list.is_none() {
        return;
    }
    let key = list.or(shape.type_key).unwrap_or(shape.origin);
    let fix = types_as_code(cx, shape.kinds, "an `anyOf` of");
    log(cx, key, |edit| edit.fix(fix));
    if solid.count() < 2 {
        shape.type_key = None;
        if !remaining_kinds(&cx.model, shape).has(Kinds::NULL) {
            shape.kinds = shape.kinds.without(Kinds::NULL);
        }
        return;
    }
    let more = says_more(shape);
    if code_mixed(cx, shape) {
        if more {
            log(cx, key, |edit| edit.accepts_more(EXCLUDED));
        }
        return;
    }
    if !shape.unions.is_empty() {
        return push_down(cx, shape, Kinds::ALL, &RULE);
    }
    let nullable = shape.kinds.has(Kinds::NULL);
    split_kinds(cx.model.ast, shape);
    if shape.unions.is_empty() {
        return;
    }
    shape.kinds = Kinds::ALL;
    shape.typed = false;
    if nullable {
        add_null(cx, shape, 0);
    }
}

/// Logs a list of types; `more` completes the edit.
fn log(cx: &mut Lower<'_, '_>, key: JsonId, more: impl FnOnce(EditBuilder<'_>) -> EditBuilder<'_>) {
    let takes_lists = cx.target.type_lists;
    let edit = more(cx.log(&RULE, key).message_with(|found| match (takes_lists, found.reader()) {
        (true, reader) => {
            format!("{found} lists arrays or objects beside other types, which {reader} does not document")
        }
        (false, reader) => format!("{found} is a list of types; {reader} takes one type name and rejects the request"),
    }));
    if takes_lists {
        edit.severity(Severity::Warning);
    }
}

fn names_twice(cx: &Lower<'_, '_>, key: JsonId) -> bool {
    let tape = cx.model.ast.tape();
    let mut seen = Set::new();
    tape.elements(key.value_of_key()).any(|name| !seen.insert(tape.string(name)))
}

fn is_list(cx: &Lower<'_, '_>, shape: &Shape, key: JsonId) -> bool {
    shape
        .read_from
        .iter()
        .filter_map(|schema| cx.model.ast.entry(*schema, Keyword::Type))
        .any(|entry| entry.key == key && matches!(entry.value, Value::Types(types) if types.list))
}
