//! Reads and sets facts of a shape.

use crate::{
    json::{JsonId, Tape, read},
    lower::{Lower, spell},
    schema::Keyword,
    shape::{Fact, Shape},
};

/// A fact's value as a reader would write it.
pub(crate) fn value_of(cx: &Lower<'_, '_>, fact: &Fact) -> String {
    with_value(cx, fact, spell)
}

/// The first value of a fact's list, as a reader would write it.
pub(crate) fn first_of(cx: &Lower<'_, '_>, fact: &Fact) -> Option<String> {
    with_value(cx, fact, |tape, list| tape.elements(list).next().map(|value| spell(tape, value)))
}

fn with_value<T>(cx: &Lower<'_, '_>, fact: &Fact, act: impl Fn(&Tape<'_>, JsonId) -> T) -> T {
    match fact.text.as_deref().map(read) {
        Some(Ok(own)) => act(&own, JsonId::ROOT),
        _ => act(cx.model.ast.tape(), fact.key.value_of_key()),
    }
}

/// Sets a fact's text, keeping its place; adds the fact where there is none.
pub(crate) fn set_fact(shape: &mut Shape, keyword: Keyword, key: JsonId, text: String) {
    let fact = Fact::of(keyword, key, text);
    shape.keywords.insert(keyword);
    match shape.facts.iter_mut().find(|fact| fact.keyword == keyword) {
        Some(mine) => *mine = fact,
        None => shape.facts.push(fact),
    }
}
