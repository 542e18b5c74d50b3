//! # unevaluatedProperties, unevaluatedItems
//!
//! Reads `unevaluatedProperties` as `additionalProperties` where both mean the same, and otherwise removes the
//! keywords.
//!
//! ## Why
//!
//! Neither keyword is a field of the schema in `parameters`, and the API rejects a request that contains an unknown
//! field. `parametersJsonSchema` accepts both and does not enforce them.
//!
//! ## What changes
//!
//! Nothing if all properties are declared next to the keyword or in `allOf`, without unions and conditions, or if
//! `items` describes every item. Otherwise, properties and items that no part of the schema describes are accepted, and
//! the description says `nothing beyond what is described`.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"size":{"type":"object","properties":{"width":{"type":"integer"}},"unevaluatedProperties":false}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"size":{"type":"OBJECT","properties":{"width":{"type":"INTEGER"}}}}}
//! ```
//!
//! ```json vertex-ai
//! {
//!   "type": "object",
//!   "properties": {"size":{"type":"object","properties":{"width":{"type":"integer"}},"additionalProperties":false}}
//! }
//! ```
//!
//! ```json source
//! {"type":"object","properties":{"range":{"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"}],"unevaluatedItems":false}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"range":{"type":"ARRAY","items":{"type":"INTEGER"},"maxItems":2}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"range":{"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"}],"maxItems":2}}
//! }
//! ```
//!
//! ## In your server
//!
//! - zod: `.extend(…)` instead of `.and(…)` for objects put together
//! - schemars: `#[serde(deny_unknown_fields)]` without `#[serde(flatten)]`

use super::{
    prelude::*,
    support::{evaluates_all, evaluates_less},
};
use crate::{
    schema::{UNEVALUATED, Value},
    shape::{Additional, Term, says_nothing},
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-additionalProperties"]);

pub(super) static HOOKS: &[Hook] = &[
    // Runs before maps are encoded, and before required properties are declared: `required` alone evaluates none.
    Hook::Narrow { on: When::Has(&[Keyword::UnevaluatedProperties]), phase: Phase::Kind, with: read_properties },
    Hook::Narrow { on: When::Has(&UNEVALUATED), phase: Phase::Fact, with: narrow },
    Hook::Drop { of: &UNEVALUATED, phase: Phase::Fact, cost },
];

fn read_properties(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    // A root without any arguments is reported by another rule.
    let object = &shape.object;
    let declares = !cx.at_arguments() || !object.properties.is_empty() || !object.required.is_empty();
    if declares && evaluates_all(cx, shape) {
        for fact in shape.take_facts(Keyword::UnevaluatedProperties) {
            close(cx, shape, &fact);
        }
    }
}

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if evaluates_all(cx, shape) {
        let of_source =
            |key| cx.model.ast.tape().key_is(key, Keyword::Items.name()) && shape.entry_at(&cx.model, key).is_some();
        if shape.array.items.as_ref().is_some_and(|(key, _)| of_source(*key)) {
            for fact in shape.take_facts(Keyword::UnevaluatedItems) {
                cx.log(&RULE, fact.key).fix("removed; `items` describes every item");
            }
        }
    }
    // Once schemas are merged or keywords are dropped, it is unknown which members and items they evaluated.
    if shape.read_from.len() > 1 || evaluates_less(shape) {
        cx.drop_facts(shape, &|keyword| UNEVALUATED.contains(&keyword));
    }
}

/// Turns `unevaluatedProperties` into `additionalProperties`: here, the undeclared properties are the unevaluated ones.
fn close(cx: &mut Lower<'_, '_>, shape: &mut Shape, fact: &Fact) {
    let (part, fix) = match shape.entry_at(&cx.model, fact.key) {
        Some((_, Value::Schema(schema))) if cx.model.ast.is_false(schema) => {
            (None, "treated as `additionalProperties: false`")
        }
        Some((_, Value::Schema(schema))) if !says_nothing(cx.model.ast, &[Term::Schema(schema)]) => {
            (Some(Part::from(schema)), "treated as `additionalProperties` with the same schema")
        }
        _ => return shape.facts.push(fact.clone()),
    };
    let names = shape.object.properties.iter().map(|property| property.name.clone()).collect();
    cx.log(&RULE, fact.key).fix(fix);
    shape.object.additional.push(Additional { key: fact.key, part, names, patterns: false });
    shape.keywords.insert(Keyword::AdditionalProperties);
    if !cx.at_arguments() {
        shape.decide_members();
    }
    cx.restart();
}

/// The words of descriptions for what no subschema describes.
const FORBIDDEN: &str = "nothing beyond what is described";
const RESTRICTED: &str = "what is not described is restricted";

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let items = fact.keyword == Keyword::UnevaluatedItems;
    match (fact.lexeme(cx.model.ast.tape()), items) {
        ("true" | "{}", _) => Cost::NONE,
        ("false", true) => Cost::of("items that no subschema describes", FORBIDDEN),
        ("false", false) => Cost::of("properties that no subschema describes", FORBIDDEN),
        (_, true) => Cost::of("items that no subschema describes, with values that the keyword excludes", RESTRICTED),
        (_, false) => {
            Cost::of("properties that no subschema describes, with values that the keyword excludes", RESTRICTED)
        }
    }
}
