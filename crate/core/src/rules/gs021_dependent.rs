//! # dependentRequired, dependentSchemas, dependencies
//!
//! Removes the requirements that apply if a certain property is present, or keeps them where they are ignored, and
//! states them in the description.
//!
//! ## Why
//!
//! Gemini's schema has no fields for them, and the API rejects a request that contains an unknown field.
//! `parametersJsonSchema` accepts `dependentRequired` and `dependentSchemas` and does not enforce them. The model fills
//! in only declared properties, so it never gives one that only a dependency mentions.
//!
//! ## What changes
//!
//! Objects that have the one property without the others are accepted; the description says `a needs b`. Properties
//! that only a dependency mentions are declared.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"card":{"type":"string"},"billing":{"type":"string"}},"dependentRequired":{"card":["billing"]}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"card":{"type":"STRING"},"billing":{"type":"STRING"}},
//!   "description": "(card needs billing)"
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"card":{"type":"string"},"billing":{"type":"string"}},
//!   "dependentRequired": {"card":["billing"]},
//!   "description": "(card needs billing)"
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic, zod, schemars: one optional object that requires the properties that belong together

use super::{
    prelude::*,
    support::{declare_members, dependent_words, need_words},
};
use crate::{
    schema::SchemaId,
    shape::{depended_on, says_nothing},
};

const KEYWORDS: &[Keyword] = &[Keyword::DependentRequired, Keyword::DependentSchemas, Keyword::Dependencies];

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-dependent"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(KEYWORDS), phase: Phase::Union, with: narrow },
    Hook::Drop { of: KEYWORDS, phase: Phase::Union, cost },
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for at in 0..shape.facts.len() {
        let Fact { keyword, key, .. } = shape.facts[at];
        let described = shape.entry_at(&cx.model, key).filter(|_| KEYWORDS.contains(&keyword));
        if let Some((_, map)) = described {
            let found = depended_on(&cx.model, key, map);
            declare_members(cx, shape, &RULE, key, found);
        }
    }
}

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let mut words = Vec::new();
    // "a needs b, c" for each list of names.
    let tape = cx.model.ast.tape();
    for key in tape.members(fact.key.value_of_key()) {
        words.extend(need_words(cx, &tape.key(key), &cx.model.ast.list(key.value_of_key())));
    }
    let gains = if words.is_empty() {
        "objects with a property and others that its schema excludes"
    } else {
        "objects with a property but without those that it requires"
    };
    // "if a is given: needs b" for each schema.
    let described = shape.entry_at(&cx.model, fact.key).map_or(&[][..], |(_, map)| cx.model.ast.links(map));
    let constrains = |schema: SchemaId| !says_nothing(cx.model.ast, &Part::from(schema));
    if words.is_empty() && !described.iter().any(|link| link.schema.is_some_and(constrains)) {
        return Cost::NONE;
    }
    for link in described {
        words.extend(link.schema.and_then(|schema| dependent_words(cx, &tape.key(link.key), schema)));
    }
    let words = words.join("; ");
    let words = if words.is_empty() { "some properties constrain others" } else { words.as_str() };
    Cost::of(gains, words)
}
