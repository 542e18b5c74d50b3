//! What the subschemas of a node mention, for keywords that speak of what none does.

use crate::{
    lower::Lower,
    schema::{Keyword, SchemaId},
    shape::{Fact, Shape, in_place},
};

/// Keywords that mention members and items for some values only, by patterns, or by themselves.
const DEPENDING: [Keyword; 9] = [
    Keyword::AnyOf,
    Keyword::OneOf,
    Keyword::If,
    Keyword::Then,
    Keyword::Else,
    Keyword::DependentSchemas,
    Keyword::Dependencies,
    Keyword::PatternProperties,
    Keyword::Contains,
];

/// Keywords that mention what nothing beside them does.
const OTHERS: [Keyword; 4] = [
    Keyword::AdditionalProperties,
    Keyword::AdditionalItems,
    Keyword::UnevaluatedProperties,
    Keyword::UnevaluatedItems,
];

/// Whether what a node says is all that is mentioned for its `unevaluatedProperties` and `unevaluatedItems`: they
/// stand on the schema that led to all others, and nothing depends on the value.
pub(crate) fn mentions_all(cx: &Lower<'_, '_>, shape: &Shape) -> bool {
    let Some((first, others)) = shape.read_from.split_first() else { return false };
    let is_on_first = |fact: &Fact| cx.model.ast.entries(*first).iter().any(|entry| entry.key == fact.key);
    let of_others = |schema: &SchemaId| OTHERS.iter().any(|keyword| cx.model.ast.keywords(*schema).has(*keyword));
    let mentioned = in_place(&cx.model, &[*first], &[Keyword::AllOf]);
    shape.unions.is_empty()
        && shape.object.additional.is_empty()
        && !DEPENDING.iter().any(|keyword| shape.keywords.has(*keyword))
        && shape.facts.iter().filter(|fact| OTHERS.contains(&fact.keyword)).all(is_on_first)
        && others.iter().all(|other| mentioned.contains(other) && !of_others(other))
}

/// Whether keywords are gone that mentioned members or items for some values only.
pub(crate) fn mentions_less(shape: &Shape) -> bool {
    let is_held = |keyword: Keyword| match keyword {
        Keyword::AnyOf | Keyword::OneOf => !shape.unions.is_empty(),
        keyword => shape.fact(keyword).is_some(),
    };
    DEPENDING.iter().any(|keyword| shape.keywords.has(*keyword) && !is_held(*keyword))
}
