//! # missing types
//!
//! Gives a schema without `type` the type that its keywords imply; without such keywords, a union of all types.
//!
//! ## Why
//!
//! The Gemini API and Vertex AI reject a schema that has neither a type nor a union. The Gemini API takes `properties`
//! and `required` only on objects, also in the alternatives of a union. Vertex AI requires `type: object` of a tool's
//! parameters.
//!
//! ## What changes
//!
//! A keyword such as `minimum` does not constrain values of other types, but the output no longer accepts them. Where
//! any value is allowed, arrays within arrays hold only strings, and the properties of objects are not declared.
//! LangChain.js takes no unions, so any value is a string there. In round-trip mode, any value is accepted: objects and
//! arrays are given as JSON text and turned back.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"limit":{"minimum":1},"value":{"description":"Any JSON"}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "limit": {"type":"NUMBER","minimum":1},
//!     "value": {
//!       "anyOf": [
//!         {"type":"STRING","nullable":true,"description":"Any JSON"},
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
//! ```json gemini-api round-trip
//! {
//!   "type": "object",
//!   "properties": {
//!     "limit": {"type":"number","minimum":1},
//!     "value": {
//!       "description": "Any JSON",
//!       "anyOf": [
//!         {"type":"string","nullable":true},
//!         {"type":"number"},
//!         {"type":"boolean"},
//!         {
//!           "type": "object",
//!           "properties": {"json":{"type":"string","description":"(an object or array as JSON text)"}},
//!           "required": ["json"]
//!         }
//!       ]
//!     }
//!   }
//! }
//! ```
//!
//! ```json langchain
//! {
//!   "type": "object",
//!   "properties": {
//!     "limit": {"type":"number","minimum":1},
//!     "value": {"type":"string","description":"Any JSON (any value)"}
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {"type":"object","properties":{"limit":{"minimum":1},"value":{"description":"Any JSON"}}}
//! ```
//!
//! ## In your server
//!
//! - pydantic: a type, such as `str | int`, instead of `Any`
//! - zod: `z.union([z.string(), z.number()])` instead of `z.any()` and `z.unknown()`
//! - schemars: a type instead of `serde_json::Value`

use super::{
    prelude::*,
    support::{EXCLUDED, add_null, any_value, code_mixed, implied_types, push_down, says_more, types_as_code},
};
use crate::{
    json::Kind,
    schema::unescaped,
    shape::{ArrayFacts, ObjectFacts, remaining_kinds, split_kinds},
};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Medium,
    Severity::Error,
    &[
        "S-type-must-be-specified",
        "V-type-missing",
        "S-structural-on-non-object",
        "V-root-not-object",
        "S-any-mode-needs-object",
        "L-geminicli-skip",
    ],
);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Always, phase: Phase::Kind, with: narrow }, Hook::Direct(OnPlain::Idle)];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if shape.typed || shape.reference.is_some() || shape.coding.is_some() || !cx.target.complete_nodes {
        return;
    }
    let implied = implied_types(cx, shape);
    if !shape.unions.is_empty() {
        return move_into_union(cx, shape, implied);
    }
    let solid = implied.without(Kinds::NULL).folded();
    if implied == Kinds::ALL {
        return declare_any(cx, shape);
    }
    let (more, unlisted) = (says_more(shape), shape.values.is_none());
    let coded = solid.count() > 1 && code_mixed(cx, shape);
    let fix = if coded { CODED.to_owned() } else { types_as_code(cx, implied, "the types") };
    let edit = cx.log(&RULE, shape.origin).message(untyped).fix(fix);
    if unlisted {
        edit.accepts_less("values of other types");
    }
    if coded {
        if more {
            cx.log(&RULE, shape.origin).message(untyped).fix(CODED).accepts_more(EXCLUDED);
        }
        return;
    }
    if solid.count() > 1 {
        shape.kinds = implied;
        split_kinds(cx.model.ast, shape);
        if shape.unions.is_empty() {
            return;
        }
        shape.kinds = Kinds::ALL;
        if implied.has(Kinds::NULL) {
            add_null(cx, shape, 0);
        }
    } else {
        shape.set_kinds(implied);
        if !cx.at_arguments() {
            shape.decide_members();
        }
    }
}

/// Declares any value: as the target has it, or encoded.
fn declare_any(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let any = any_value(cx, shape.origin);
    let (fix, less) = match (&any.coding, any.typed) {
        (Some(_), true) => ("a string of JSON text, which the codec restores to the value", None),
        (Some(_), false) => {
            ("an `anyOf` of all types, objects and arrays as `{\"json\": \"…\"}`, which the codec restores", None)
        }
        (None, true) => ("a string", Some("values that are not strings")),
        (None, false) => (
            "an `anyOf` of string, number, boolean, array of these and object",
            Some("arrays in arrays with items that are not strings"),
        ),
    };
    log_any(cx, shape, fix, less);
    if any.typed {
        shape.set_kinds(any.kinds);
        shape.hint_all(any.hints.into_insertion_order());
    }
    shape.coding = any.coding;
    shape.unions = any.unions;
    shape.keywords.insert(Keyword::AnyOf);
    shape.nullable_key = None;
}

/// The most names of a list among which the place of one is sought; other places are that of the list.
const SOUGHT: usize = 256;

fn log_any(cx: &mut Lower<'_, '_>, shape: &Shape, fix: &'static str, less: Option<&'static str>) {
    if !is_only_required(cx, shape) {
        let edit = cx.log(&RULE, shape.origin).message(untyped).fix(fix);
        if let Some(less) = less {
            edit.accepts_less(less);
        }
        return;
    }
    // At the name in the list, where there is one.
    let (tape, name) = (cx.model.ast.tape(), name_at(&cx.path));
    let mut listed = tape.elements(shape.origin).take(SOUGHT);
    let named = listed.find(|element| tape.string(*element).is_some_and(|text| text == name));
    let edit = cx.log(&RULE, named.unwrap_or(shape.origin)).message_with(|found| unsaid(found, &name)).fix(fix);
    let edit = if let Some(less) = less { edit.accepts_less(less) } else { edit };
    edit.severity(if less.is_some() { Severity::Warning } else { Severity::Info });
}

/// Whether the node comes only from a name in `required` or `dependentRequired`: the server then has no schema to reject
/// values by.
fn is_only_required(cx: &Lower<'_, '_>, shape: &Shape) -> bool {
    let tape = cx.model.ast.tape();
    let is_required = |list| Keyword::from_name(&tape.key(list)) == Keyword::Required;
    match tape.kind(shape.origin) {
        Kind::Array => tape.key_of(shape.origin).is_some_and(is_required),
        Kind::String => shape.read_from.is_empty(),
        _ => false,
    }
}

/// Moves the sibling keywords of a union, which needs no type, into its branches, or drops them if they constrain no
/// value that the branches allow.
fn move_into_union(cx: &mut Lower<'_, '_>, shape: &mut Shape, implied: Kinds) {
    if !shape.has_structure() {
        return;
    }
    let left = || remaining_kinds(&cx.model, shape);
    if shape.values.is_none() && !cx.at_arguments() && !left().meets(implied.without(Kinds::NULL)) {
        let fix = "sibling keywords of the union removed: they have no effect on the values that it allows";
        cx.log(&RULE, shape.origin).message(untyped_union).fix(fix);
        (shape.object, shape.array) = (ObjectFacts::default(), ArrayFacts::default());
        return;
    }
    let fix = "sibling keywords of the union moved into each alternative, with their type";
    let edit = cx.log(&RULE, shape.origin).message(untyped_union).fix(fix);
    if shape.values.is_none() {
        edit.accepts_less("values of other types");
    }
    push_down(cx, shape, implied, &RULE);
}

fn untyped(found: Found<'_>) -> String {
    format!("no `type` is given; {} requires one on every schema without a union", found.reader())
}

fn unsaid(found: Found<'_>, name: &str) -> String {
    format!("the type of {name:?} is not declared; {} requires one on every schema without a union", found.reader())
}

/// The name that a JSON Pointer ends in.
fn name_at(pointer: &str) -> String {
    unescaped(pointer.rsplit('/').next().unwrap_or_default())
}

fn untyped_union(found: Found<'_>) -> String {
    format!("no `type` is given next to the union; {} takes its sibling keywords only with their type", found.reader())
}

/// The fix for listed values of several types in round-trip mode.
const CODED: &str = "`enum` of strings, which the codec restores to the values";
