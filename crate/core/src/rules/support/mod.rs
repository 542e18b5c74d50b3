//! What several rules share.

mod bounds;
mod conditions;
mod demands;
mod tuple;
mod unions;

use super::Rule;
use crate::{
    json::JsonId,
    lower::{Edit, Lower},
    schema::{Keyword, Kinds, NodeKind, TypeCase},
    shape::{Fact, Part, Shape, Term, Union},
};

pub(super) use bounds::{Bound, close_bound, set_bounds};
pub(super) use conditions::{choice, conditionals};
pub(super) use demands::{conditional_words, dependent_words, exclusion_words, need_words, words_for};
pub(super) use tuple::tuple_to_list;
pub(super) use unions::{add_null, branch, branch_note, fold_single, is_null, open_unions, push_down};

/// Drops every fact of a keyword that the target does not take. `effect` says for each what the
/// output gains and what the description is to say; no gain means an annotation.
pub(super) fn drop_fact(
    cx: &mut Lower<'_, '_>,
    shape: &mut Shape,
    rule: &'static Rule,
    keyword: Keyword,
    effect: impl Fn(&Lower<'_, '_>, &Fact) -> (Option<String>, Option<String>),
) {
    if cx.target.takes(keyword) {
        return;
    }
    let says_something = !is_vacuous(shape, keyword);
    for fact in shape.take_facts(keyword) {
        let (gains, hint) = if says_something { effect(cx, &fact) } else { (None, None) };
        let edit = cx.log(rule, fact.key);
        match gains {
            Some(gains) => drop(edit.gains(gains)),
            None => edit.annotation(),
        }
        if let Some(hint) = hint {
            shape.hint(hint);
        }
    }
}

/// Whether a keyword speaks of types that the node does not allow.
pub(super) fn is_vacuous(shape: &Shape, keyword: Keyword) -> bool {
    let numbers = Kinds::NUMBER.with(Kinds::INTEGER);
    keyword.info().is_some_and(|info| {
        let applies = if info.applies == Kinds::NUMBER { numbers } else { info.applies };
        shape.typed && shape.unions.is_empty() && !applies.meets(shape.kinds)
    })
}

/// An edit of a declaration.
pub(super) fn edit(rule: &'static Rule, source: JsonId, detail: String) -> Edit {
    Edit {
        rule,
        source,
        outputs: Vec::new(),
        gains: None,
        loses: None,
        annotation: false,
        severity: None,
        detail: Some(detail),
    }
}

/// A fact's value as a reader would write it.
pub(super) fn value_of(cx: &Lower<'_, '_>, fact: &Fact) -> String {
    crate::lower::spell(cx.ast.tape(), fact.key.value_of_key())
}

/// A fact's value as JSON text.
pub(super) fn lexeme<'f>(cx: &'f Lower<'_, '_>, fact: &'f Fact) -> &'f str {
    fact.text.as_deref().unwrap_or_else(|| cx.ast.tape().slice(fact.key.value_of_key()))
}

/// Sets a fact's text, keeping its place; adds the fact where there is none.
pub(super) fn set_fact(shape: &mut Shape, keyword: Keyword, key: JsonId, text: String) {
    let fact = Fact { keyword, key, text: Some(text) };
    shape.keywords.insert(keyword);
    match shape.facts.iter_mut().find(|fact| fact.keyword == keyword) {
        Some(mine) => *mine = fact,
        None => shape.facts.push(fact),
    }
}

/// The shape of any JSON, as far as types can say it: every scalar, lists of strings, objects about
/// which nothing is said.
pub(super) fn any_json(origin: JsonId) -> Shape {
    let mut list = Shape::of_kind(origin, Kinds::ARRAY);
    list.array.items = Some((origin, vec![Shape::of_kind(origin, Kinds::STRING).into()]));
    let branches = [
        Shape::of_kind(origin, Kinds::STRING.with(Kinds::NULL)),
        Shape::of_kind(origin, Kinds::NUMBER),
        Shape::of_kind(origin, Kinds::BOOLEAN),
        list,
        Shape::of_kind(origin, Kinds::OBJECT),
    ];
    let branches = branches.into_iter().map(|shape| vec![shape.into()]).collect();
    let mut any = Shape::any(origin);
    any.keywords.insert(Keyword::AnyOf);
    any.unions.push(Union { keyword: Keyword::AnyOf, key: origin, branches });
    any
}

/// What a part's values are called ("string", "list", …); `None` for a part that says nothing.
pub(super) fn noun(cx: &Lower<'_, '_>, part: &Part) -> Option<&'static str> {
    let [Term::Schema(schema)] = part.as_slice() else { return Some("value") };
    if cx.ast.kind(*schema) == NodeKind::Boolean(true) || cx.ast.entries(*schema).is_empty() {
        return None;
    }
    let kinds = cx.ast.entry(*schema, Keyword::Type).and_then(|entry| match entry.value {
        crate::schema::Value::Types(types) => Some(types.kinds.without(Kinds::NULL)),
        _ => None,
    });
    Some(match kinds {
        Some(Kinds::ARRAY) => "list",
        Some(kinds) if kinds.count() == 1 => kinds.name(TypeCase::Lower),
        _ => "value",
    })
}
