//! # keywords of other types
//!
//! Removes keywords that apply only to types that the schema does not allow: `properties` on a string, `items` on an
//! object, `minimum` on a string.
//!
//! ## Why
//!
//! The Gemini API accepts `properties`, `required` and `propertyOrdering` on `OBJECT` only, including in the
//! alternatives of an `anyOf`, and `items` on `ARRAY` only. Other keywords for another type constrain nothing and tell
//! the model nothing. `parametersJsonSchema` accepts them all.
//!
//! ## What changes
//!
//! The set of accepted values does not change: a keyword does not constrain values of other types.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"code":{"type":"string","minimum":3},"tag":{"type":"string","items":{"type":"string"}}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"code":{"type":"STRING"},"tag":{"type":"STRING"}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"code":{"type":"string","minimum":3},"tag":{"type":"string","items":{"type":"string"}}}
//! }
//! ```
//!
//! ## In your server
//!
//! - Give the schema the type that the keyword applies to, or the keyword for its type: `minLength` for a string,
//!   `minimum` for a number, `minItems` for an array.

use super::prelude::*;
use crate::shape::remaining_kinds;

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Error, &["S-structural-on-non-object", "S-items-on-non-array"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Always, phase: Phase::Union, with: narrow_list },
    Hook::Narrow { on: When::Always, phase: Phase::Value, with: narrow },
    Hook::Direct(OnPlain::Idle),
];

/// Runs before a list of types becomes a union, whose alternatives are made without keywords of other types.
fn narrow_list(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if shape.typed && shape.solid_kinds().count() > 1 {
        narrow(cx, shape);
    }
}

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let of_any = shape.facts.iter().all(|fact| fact.keyword.is_about_any_type());
    let speaks = shape.has_structure() || shape.object.required_key.is_some() || !of_any;
    if !cx.target.complete_nodes || !speaks || (!shape.typed && shape.unions.is_empty()) {
        return;
    }
    let types = remaining_kinds(&cx.model, shape);
    if !shape.typed && !shape.has_object_facts() {
        // An empty `required`, on a node without a type.
        if let Some(key) = shape.object.required_key.take() {
            let tail = consequence(cx, key);
            cx.log(&RULE, key)
                .message_with(|found| format!("{found} lists no property, and the schema has no type; {tail}"))
                .fix("removed");
        }
    }
    if !types.meets(Kinds::OBJECT) {
        let object = std::mem::take(&mut shape.object);
        for key in [object.key, object.required_key].iter().flatten() {
            report(cx, *key);
        }
        for additional in &object.additional {
            report(cx, additional.key);
        }
        exclude(shape, Kinds::OBJECT);
    }
    if !types.meets(Kinds::ARRAY) {
        let array = std::mem::take(&mut shape.array);
        let [items, rest] = [&array.items, &array.rest].map(|it| it.as_ref().map(|(key, _)| *key));
        for key in [items, array.prefix.as_ref().map(|(key, _)| *key), rest].iter().flatten() {
            report(cx, *key);
        }
        exclude(shape, Kinds::ARRAY);
    }
    for fact in shape.take_facts_if(&mut |fact| fact.keyword != Keyword::Format && !fact.keyword.applies_to(types)) {
        report(cx, fact.key);
    }
}

/// Removes a type that a union beside it excludes, whose keywords are gone.
fn exclude(shape: &mut Shape, kind: Kinds) {
    if shape.typed && shape.kinds != kind {
        shape.set_kinds(shape.kinds.without(kind));
    }
}

fn report(cx: &mut Lower<'_, '_>, key: JsonId) {
    let tail = consequence(cx, key);
    let keyword = Keyword::from_name(&cx.model.ast.tape().key(key));
    let about = TYPES.iter().find(|(kinds, _)| keyword.applies_to(*kinds)).map_or("other types", |(_, name)| name);
    cx.log(&RULE, key)
        .message_with(|found| format!("{found} applies to {about}, which the schema does not allow; {tail}"))
        .fix("removed");
}

/// The types to which keywords apply, with the nouns that messages use for their values.
const TYPES: [(Kinds, &str); 4] =
    [(Kinds::OBJECT, "objects"), (Kinds::ARRAY, "arrays"), (Kinds::STRING, "strings"), (Kinds::NUMBER, "numbers")];

/// The effect of a keyword for another type. The Gemini API checks the type for some keywords only.
fn consequence(cx: &Lower<'_, '_>, key: JsonId) -> &'static str {
    let keyword = Keyword::from_name(&cx.model.ast.tape().key(key));
    let is_checked =
        matches!(keyword, Keyword::Properties | Keyword::Required | Keyword::PropertyOrdering | Keyword::Items);
    match cx.target.takes(keyword) {
        false => "the API rejects the request",
        true if is_checked && cx.target.surfaces.contains(&"gemini-api") => "the Gemini API rejects the request",
        true => "it has no effect",
    }
}
