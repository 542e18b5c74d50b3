//! # not
//!
//! Takes excluded values out of an enum and excluded types out of a type list; of other exclusions the description
//! tells.
//!
//! ## Why
//!
//! `parameters` has no field for it.
//!
//! ## What changes
//!
//! Equivalent for what is listed; else the output allows what the schema excluded.

use super::{
    Cost, Hook, Phase, Priority, Rule, When,
    support::{exclusion_words, said},
};
use crate::{
    json::{JsonId, equal},
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds, SchemaId, Value},
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-oneOf-undocumented", "JSON Schema 2020-12 core §10.2.1.4"],
    hooks: &[
        Hook::Narrow { on: When::Has(&[Keyword::Not]), phase: Phase::Root, with: narrow },
        Hook::Drop { of: &[Keyword::Not], phase: Phase::Root, cost },
    ],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    // What is listed is left out of the list, also where `not` may stay and is not enforced.
    if !cx.target.takes(Keyword::Not) || shape.values.is_some() {
        for fact in shape.take_facts(Keyword::Not) {
            if !exclude(cx, shape, &fact) {
                shape.facts.push(fact);
            }
        }
    }
}

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let words = match shape.entry_at(cx, fact.key) {
        Some((_, Value::Schema(not))) => exclusion_words(cx, not),
        _ => None,
    };
    Cost::of("the values that `not` excludes", words.as_deref().unwrap_or("some values are excluded"))
}

/// Narrows the node to what an exclusion leaves, where that is exact.
fn exclude(cx: &mut Lower<'_, '_>, shape: &mut Shape, fact: &Fact) -> bool {
    let not = match shape.entry_at(cx, fact.key) {
        Some((_, Value::Schema(not))) => only_entry(cx, not),
        _ => None,
    };
    let exact = match not {
        Some((Keyword::Const, value, _)) => exclude_values(cx, shape, &[value]),
        Some((Keyword::Enum, list, _)) => {
            let list = cx.ast.list(list);
            list.len() <= MAX_VALUES && exclude_values(cx, shape, &list)
        }
        Some((Keyword::Type, _, Value::Types(types))) if !types.unknown => exclude_kinds(cx, shape, types.kinds),
        _ => false,
    };
    if exact {
        cx.log(&RULE, fact.key);
        if shape.kinds.is_empty() || shape.values.as_ref().is_some_and(|values| values.list.is_empty()) {
            shape.never = Some(fact.key);
        }
    }
    exact
}

/// Most excluded values that are held against a list.
const MAX_VALUES: usize = 256;

fn exclude_values(cx: &Lower<'_, '_>, shape: &mut Shape, excluded: &[JsonId]) -> bool {
    // An empty list is a mistake that another rule mends.
    let Some(values) = shape.values.as_mut().filter(|values| !values.list.is_empty()) else { return false };
    values.keep(&|value| !excluded.iter().any(|other| equal(cx.ast.tape(), value, *other)));
    true
}

fn exclude_kinds(cx: &Lower<'_, '_>, shape: &mut Shape, excluded: Kinds) -> bool {
    if let Some(values) = shape.values.as_mut().filter(|values| !values.list.is_empty()) {
        values.keep(&|value| !excluded.admits(Kinds::of(cx.ast.tape(), value)));
        return true;
    }
    // Numbers without the integers among them have no name.
    let nameless = excluded.has(Kinds::INTEGER) && !excluded.has(Kinds::NUMBER) && shape.kinds.has(Kinds::NUMBER);
    if !shape.typed || nameless {
        return false;
    }
    let numbers = if excluded.has(Kinds::NUMBER) { Kinds::INTEGER } else { Kinds::NONE };
    let left = shape.kinds.without(excluded).without(numbers);
    if !left.has(Kinds::NULL) {
        (shape.nullable_key, shape.or_null) = (None, false);
    }
    shape.set_kinds(left);
    true
}

/// The one keyword that a schema says something by, its value's JSON and its meaning.
fn only_entry(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<(Keyword, JsonId, Value)> {
    match said(cx, schema).as_slice() {
        [only] if !only.shadowed => Some((only.keyword, only.json(), only.value)),
        _ => None,
    }
}
