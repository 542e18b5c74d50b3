//! Sibling keywords of a union.

use super::{branch, open_unions};
use crate::{
    lower::Lower,
    order::Gather,
    schema::{Keyword, Kinds, REFERENCES},
    shape::{Fact, Shape, Union, remaining_kinds},
    targets::UnionForm,
};

/// Whether the union has a single alternative in the source, not several of which one is left, or was made for a
/// reference.
pub(crate) fn is_written_alone(cx: &Lower<'_, '_>, union: &Union) -> bool {
    let tape = cx.model.ast.tape();
    if REFERENCES.iter().any(|keyword| tape.key_is(union.key, keyword.name())) {
        return true;
    }
    let is_union = [Keyword::AnyOf, Keyword::OneOf].iter().any(|keyword| tape.key_is(union.key, keyword.name()));
    is_union && tape.elements(union.key.value_of_key()).count() == 1
}

/// Whether a keyword applies to values of some types only.
pub(crate) fn is_of_one_type(keyword: Keyword) -> bool {
    keyword.info().is_some_and(|info| info.applies != Kinds::ALL)
}

/// Whether a branch allows a type that the node's own type excludes: its code would be chosen by that type.
pub(crate) fn exceeds_parent(cx: &mut Lower<'_, '_>, shape: &mut Shape) -> bool {
    open_unions(cx, shape);
    shape.unions.iter().flat_map(|union| &union.branches).filter_map(|part| branch(part)).any(|branch| {
        let kinds = if branch.typed { branch.kinds } else { remaining_kinds(&cx.model, branch) };
        kinds.intersect(shape.kinds) != kinds
    })
}

/// Whether a branch is incomplete without the siblings of the union.
pub(crate) fn needs_parent(cx: &mut Lower<'_, '_>, shape: &mut Shape) -> bool {
    open_unions(cx, shape);
    shape.unions.iter().flat_map(|union| &union.branches).filter_map(|part| branch(part)).any(|branch| {
        let declared = branch.object.declared();
        let undeclared = branch.object.required.iter().any(|required| !declared.contains(required.name.as_str()));
        let says_no_type = branch.unions.is_empty() || remaining_kinds(&cx.model, branch) == Kinds::ALL;
        (!branch.typed && says_no_type) || undeclared
    })
}

/// The place to which the siblings of a union are moved, in words.
pub(crate) fn moved(cx: &Lower<'_, '_>, shape: &Shape) -> String {
    let alone = cx.target.unions == UnionForm::Alone;
    let gives_value = |fact: &&Fact| !fact.given(cx.model.ast.tape()).is_empty();
    let is_word = |keyword: Keyword| keyword.is_annotation() && keyword.is_about_any_type();
    let stays = |fact: &&Fact| alone && is_word(fact.keyword) && (cx.target.takes(fact.keyword) || gives_value(fact));
    let (given, words): (Vec<_>, Vec<_>) = shape.facts.iter().filter(stays).partition(gives_value);
    let names = |facts: Vec<&Fact>| facts.into_iter().map(|fact| format!("`{}`", fact.keyword.name())).gather();
    let (given, mut words) = (names(given).join(" and "), names(words));
    if alone && words.is_empty() && !shape.hints.is_empty() {
        words.push("`description`".to_owned());
    }
    let words = words.join(" and ");
    let bounds = shape.facts.iter().any(|fact| !fact.keyword.is_about_any_type());
    let moved = match (bounds || shape.typed || shape.has_structure(), words.as_str()) {
        (true, "") => "sibling keywords moved into each alternative".to_owned(),
        (true, words) => format!("sibling keywords moved into each alternative, {words} into the first"),
        (false, "") if shape.nullable_key.is_some() => "null allowed by the first alternative".to_owned(),
        (false, "") if !given.is_empty() => return format!("{given} moved into one alternative"),
        (false, "") => "only `anyOf`".to_owned(),
        (false, words) => format!("{words} moved into the first alternative"),
    };
    if given.is_empty() { moved } else { format!("{moved}, {given} into one of them") }
}
