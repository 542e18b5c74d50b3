//! The members and items that the subschemas of a node evaluate, for `unevaluatedProperties` and `unevaluatedItems`.

use crate::{
    lower::Lower,
    schema::{Keyword, SchemaId},
    shape::{Fact, Shape, in_place},
};

/// Keywords whose evaluated members or items depend on the instance.
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

/// Keywords that apply to the members or items that their siblings do not evaluate.
const OTHERS: [Keyword; 4] = [
    Keyword::AdditionalProperties,
    Keyword::AdditionalItems,
    Keyword::UnevaluatedProperties,
    Keyword::UnevaluatedItems,
];

/// Whether the members and items that a node declares are all that are evaluated for its `unevaluatedProperties` and
/// `unevaluatedItems`: these are keywords of the schema that led to all others, and nothing depends on the instance.
pub(crate) fn evaluates_all(cx: &Lower<'_, '_>, shape: &Shape) -> bool {
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

/// Whether keywords have been removed whose evaluated members or items depended on the instance.
pub(crate) fn evaluates_less(shape: &Shape) -> bool {
    let is_held = |keyword: Keyword| match keyword {
        Keyword::AnyOf | Keyword::OneOf => !shape.unions.is_empty(),
        keyword => shape.fact(keyword).is_some(),
    };
    DEPENDING.iter().any(|keyword| shape.keywords.has(*keyword) && !is_held(*keyword))
}
