//! # not
//!
//! Removes the values that `not` excludes from a list of values, and the types that it excludes from a list of types.
//! States other exclusions in the description.
//!
//! ## Why
//!
//! Gemini's schema has no field `not`, and the API rejects a request that contains an unknown field.
//! `parametersJsonSchema` accepts the keyword and does not enforce it.
//!
//! ## What changes
//!
//! Nothing where the excluded values or types can be removed from a list. Elsewhere, the excluded values are accepted;
//! the description says `not …`.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"unit":{"enum":["m","km","mile"],"not":{"const":"mile"}},"branch":{"type":"string","not":{"enum":["main","master"]}}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "unit": {"type":"STRING","enum":["m","km"]},
//!     "branch": {"type":"STRING","description":"(not one of main, master)"}
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "unit": {"enum":["m","km"]},
//!     "branch": {"type":"string","not":{"enum":["main","master"]},"description":"(not one of main, master)"}
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Literal` of the allowed values instead of a `not` in `json_schema_extra`

use super::{
    prelude::*,
    support::{exclusion_words, said},
};
use crate::{
    json::{Kind, equal},
    lower::{clip, inline},
    schema::{SchemaId, TypeCase, Value},
    shape::verdicts,
};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Low,
    Severity::Error,
    &["PyPI google-ai-generativelanguage 0.12.1 content.Schema", "JSON Schema 2020-12 core §10.2.1.4"],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Not]), phase: Phase::Root, with: narrow },
    Hook::Drop { of: &[Keyword::Not], phase: Phase::Root, cost },
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    // Listed values are removed from their list even where `not` may stay, as it is not enforced there.
    if !cx.target.takes(Keyword::Not) || shape.values.is_some() {
        for fact in shape.take_facts(Keyword::Not) {
            if !exclude(cx, shape, &fact) {
                shape.facts.push(fact);
            }
        }
    }
}

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let words = match shape.entry_at(&cx.model, fact.key) {
        Some((_, Value::Schema(not))) => exclusion_words(cx, not),
        _ => None,
    };
    Cost::of("values that `not` excludes", words.as_deref().unwrap_or("some values are excluded"))
}

/// Narrows the node to what an exclusion leaves, if that can be expressed exactly, and returns whether it can.
fn exclude(cx: &mut Lower<'_, '_>, shape: &mut Shape, fact: &Fact) -> bool {
    let Some((_, Value::Schema(not))) = shape.entry_at(&cx.model, fact.key) else { return false };
    let exact = match only_entry(cx, not) {
        Some((Keyword::Const, value, _)) => exclude_values(cx, shape, &[value]),
        Some((Keyword::Enum, list, _)) => {
            let list = cx.model.ast.list(list);
            list.len() <= MAX_VALUES && exclude_values(cx, shape, &list)
        }
        Some((Keyword::Type, _, Value::Types(types))) if !types.unknown => exclude_kinds(cx, shape, types.kinds),
        _ => exclude_proven(cx, shape, not),
    };
    if exact {
        let fix = left(cx, shape);
        cx.log(&RULE, fact.key).fix(fix);
        if shape.kinds.is_empty() || shape.values.as_ref().is_some_and(|values| values.list.is_empty()) {
            shape.never = Some(fact.key);
        }
    }
    exact
}

/// Longest list of values that a fix shows whole, in characters.
const SHOWN: usize = 80;

/// The fix: what an exclusion leaves, as in `` allowed values: `["m","km"]` ``.
fn left(cx: &Lower<'_, '_>, shape: &Shape) -> String {
    let list = shape.values.as_ref().map(|values| &values.list);
    if shape.kinds.is_empty() || list.is_some_and(Vec::is_empty) {
        return "no value is left".to_owned();
    }
    let Some(list) = list else {
        let names: Vec<&str> = shape.solid_kinds().iter().map(|kind| kind.name(TypeCase::Lower)).collect();
        let null = shape.kinds.has(Kinds::NULL).then_some("null");
        return format!("allowed types: `{}`", names.into_iter().chain(null).collect::<Vec<_>>().join(", "));
    };
    // Each value takes at least one character.
    let shown = list.iter().take(SHOWN + 1);
    let values: Vec<String> = shown.map(|value| inline(cx.model.ast.tape(), *value, SHOWN)).collect();
    format!("allowed values: `[{}]`", clip(&values.join(","), SHOWN))
}

/// Most excluded values that are compared with a list.
const MAX_VALUES: usize = 256;

fn exclude_values(cx: &Lower<'_, '_>, shape: &mut Shape, excluded: &[JsonId]) -> bool {
    // Another rule repairs an empty list.
    let Some(values) = shape.values.as_mut().filter(|values| !values.list.is_empty()) else { return false };
    let tape = cx.model.ast.tape();
    let null = |value: &JsonId| tape.kind(*value) == Kind::Null;
    let listed = values.list.iter().any(null);
    values.keep(&|value| !excluded.iter().any(|other| equal(tape, value, *other)));
    if excluded.iter().any(null) {
        exclude_null(shape, listed);
    }
    true
}

/// Removes the listed values that a schema is proven to allow, if it is proven to allow none of the others.
fn exclude_proven(cx: &Lower<'_, '_>, shape: &mut Shape, not: SchemaId) -> bool {
    let Some(values) = &shape.values else { return false };
    let allowed = verdicts(&cx.model, not, &values.list);
    if values.list.is_empty() || values.list.len() > MAX_VALUES || allowed.iter().any(Option::is_none) {
        return false;
    }
    let excluded = values.list.iter().zip(allowed).filter(|(_, allowed)| *allowed == Some(true));
    let excluded: Vec<JsonId> = excluded.map(|(value, _)| *value).collect();
    exclude_values(cx, shape, &excluded)
}

/// Forbids null, unless it comes from a folded alternative, to which the other keywords of the node do not apply.
fn exclude_null(shape: &mut Shape, listed: bool) {
    if listed || !shape.or_null || shape.nullable_key.is_some() {
        shape.forbid_null();
    }
}

fn exclude_kinds(cx: &Lower<'_, '_>, shape: &mut Shape, excluded: Kinds) -> bool {
    if let Some(values) = shape.values.as_mut().filter(|values| !values.list.is_empty()) {
        let tape = cx.model.ast.tape();
        let listed = values.list.iter().any(|value| tape.kind(*value) == Kind::Null);
        values.keep(&|value| !excluded.admits(Kinds::of(tape, value)));
        if excluded.has(Kinds::NULL) {
            exclude_null(shape, listed);
        }
        return true;
    }
    // No type name means all numbers except integers.
    let nameless = excluded.has(Kinds::INTEGER) && !excluded.has(Kinds::NUMBER) && shape.kinds.has(Kinds::NUMBER);
    if !shape.typed || nameless {
        return false;
    }
    let numbers = if excluded.has(Kinds::NUMBER) { Kinds::INTEGER } else { Kinds::NONE };
    let left = shape.kinds.without(excluded).without(numbers);
    if !left.has(Kinds::NULL) {
        exclude_null(shape, false);
    }
    let null = if shape.or_null { Kinds::NULL } else { Kinds::NONE };
    shape.set_kinds(left.with(null));
    true
}

/// The only keyword of a schema that constrains values, with its JSON value and its typed value.
fn only_entry(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<(Keyword, JsonId, Value)> {
    match said(cx, schema).as_slice() {
        [only] if !only.shadowed => Some((only.keyword, only.json(), only.value)),
        _ => None,
    }
}
