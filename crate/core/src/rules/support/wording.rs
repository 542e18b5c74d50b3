//! Words for the values that a part allows.

use super::stated::{MAX_VALUES, Predicate, Stated, kinds, plural};
use crate::{
    json::JsonId,
    lower::{Lower, clip, spell, spell_list, with_hints},
    order::Gather,
    schema::{Keyword, Kinds, SchemaId},
    shape::{Part, Shape, subsumes},
};

/// The maximum number of characters of words about undeclared properties, so that other hints have room beside them.
pub(super) const MAX_WORDS: usize = 120;

/// The maximum number of characters of a description and of the words about properties together.
const MAX_WITH_MEMBERS: usize = 80;

/// The maximum number of characters that a hint states about an item of a tuple.
const MAX_ITEM: usize = 60;

/// What a hint states about an item of a tuple: "number from -90 to 90", "string or null", "add or sub".
pub(crate) fn item(cx: &Lower<'_, '_>, part: &Part) -> String {
    let stated = Stated::of(cx, part);
    if let Some(values) = &stated.values {
        let values = values.iter().take(MAX_VALUES).map(|value| spell(cx.model.ast.tape(), *value)).gather();
        return clip(&values.join(" or "), MAX_ITEM);
    }
    let noun = stated.types(&|name| name.to_owned()).unwrap_or_else(|| "value".to_owned());
    clip(&that(noun, &stated), MAX_ITEM)
}

/// A value of which the words state all that a schema requires: "a", "one of a, b", "a string that has at least 3
/// characters"; `None` where words cannot. `noun` is for a value of any type.
pub(crate) fn exactly(cx: &Lower<'_, '_>, schema: SchemaId, noun: &str) -> Option<String> {
    let stated = Stated::of(cx, &Part::from(schema));
    match stated.values.as_deref() {
        _ if !stated.is_complete => None,
        Some([only]) => Some(spell(cx.model.ast.tape(), *only)),
        Some(values) => Some(format!("one of {}", spell_list(cx.model.ast.tape(), values))),
        None => Some(that(stated.with_articles().unwrap_or_else(|| noun.to_owned()), &stated)),
    }
}

/// "a number from 1 to 5", "a string that matches ^a and has at least 3 characters".
fn that(noun: String, stated: &Stated) -> String {
    let noun = stated.bounds().map_or_else(|| noun.clone(), |bounds| format!("{noun} {bounds}"));
    match predicates_in_words(&stated.requires_beside_bounds()) {
        words if words.is_empty() => noun,
        words => format!("{noun} that {words}"),
    }
}

/// "is at least 1 and at most 5"; a verb is not repeated.
fn predicates_in_words(predicates: &[Predicate]) -> String {
    let mut last = "";
    let words = predicates.iter().map(|(verb, object)| {
        let is_last = std::mem::replace(&mut last, verb) == *verb;
        if is_last { object.clone() } else { format!("{verb} {object}") }
    });
    words.gather().join(" and ")
}

/// When a value satisfies a schema: "is a or b", "is a string and matches ^a"; `None` if words cannot state all of it.
pub(super) fn test(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<String> {
    let stated = Stated::of(cx, &Part::from(schema));
    Some(predicates_in_words(&stated.test(cx)?)).filter(|words| !words.is_empty())
}

/// What a schema requires of a value, as far as words can state it: "is a or b", "is at least 0 and at most 5". Types
/// are stated if nothing else is.
pub(super) fn demand(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<String> {
    let stated = Stated::of(cx, &Part::from(schema));
    let all = match &stated.values {
        Some(_) => stated.is_listed(cx).into_iter().gather(),
        None => stated.requires(),
    };
    let all = predicates_in_words(&all);
    if all.is_empty() { stated.with_articles().map(|types| format!("is {types}")) } else { Some(all) }
}

/// What a schema requires of names, as far as words can state it ("matches ^a and has at least 3 characters"), and
/// whether that is all of it.
pub(crate) fn of_names(cx: &Lower<'_, '_>, names: SchemaId) -> (String, bool) {
    let mut stated = Stated::of(cx, &Part::from(names));
    stated.limits.retain(|(keyword, _)| keyword.applies_to(Kinds::STRING));
    let listed = stated.is_listed(cx);
    let is_all = stated.is_complete && stated.values.is_some() == listed.is_some();
    (predicates_in_words(&listed.into_iter().chain(stated.requires()).gather()), is_all)
}

/// "properties of any name, each an integer, at least 0": what `subject` must be, with more than its types if the
/// description of a node has room; `None` for a part that states neither types nor values.
pub(crate) fn with_each(cx: &Lower<'_, '_>, shape: &Shape, subject: &str, part: &Part) -> Option<String> {
    let stated = Stated::of(cx, part);
    let short = format!("{subject}, {}", each(cx, &stated)?);
    let full = clip(&format!("{short}{}", details(&stated)), MAX_WORDS);
    Some(if has_room(cx, shape, &full) { full } else { short })
}

/// Whether a hint fits into the description of a node after the others.
pub(super) fn has_room(cx: &Lower<'_, '_>, shape: &Shape, hint: &str) -> bool {
    let text = shape.fact(Keyword::Description).map(|fact| cx.fact_string(fact)).unwrap_or_default();
    let mut hints = shape.hints.in_insertion_order().to_vec();
    hints.push(hint.to_owned());
    with_hints(&text, &hints).is_some_and(|described| described.contains(hint))
}

/// "each a string or null", "each an array of strings", "each one of a, b"; `None` for a part that states neither types
/// nor values.
fn each(cx: &Lower<'_, '_>, stated: &Stated) -> Option<String> {
    if let Some(values) = &stated.values {
        let words = if values.len() == 1 { "each equal to" } else { "each one of" };
        return Some(format!("{words} {}", spell_list(cx.model.ast.tape(), values)));
    }
    stated.with_articles().map(|types| format!("each {types}"))
}

/// ", at least 0: its description": what is stated besides types and values.
fn details(stated: &Stated) -> String {
    if stated.kinds.is_none() {
        return String::new();
    }
    let limits = stated.limits.iter().map(|(_, words)| words).cloned();
    let excluded = stated.excluded.iter().map(|(verb, object)| format!("{} {object}", verb.trim_start_matches("is ")));
    let words: String = stated
        .members
        .iter()
        .cloned()
        .chain(limits)
        .chain(excluded)
        .flat_map(|words| [", ".to_owned(), words])
        .collect();
    match &stated.text {
        Some(text) if stated.members.is_empty() => format!("{words}: {text}"),
        // Members say more than a description that leaves no room for them.
        Some(text) if text.chars().count() + words.chars().count() <= MAX_WITH_MEMBERS => format!(" ({text}){words}"),
        _ => words,
    }
}

/// The values that a part excludes: "that are not strings or null" where it states types and nothing else, otherwise
/// "with values that the schema for them excludes".
pub(crate) fn others(cx: &Lower<'_, '_>, part: &Part, origin: JsonId) -> String {
    let is_all = |kinds: &Kinds| subsumes(&cx.model, part, &Part::from(Shape::of_kind(origin, *kinds)));
    let Some(kinds) = kinds(cx, part).filter(is_all) else {
        return "with values that the schema for them excludes".to_owned();
    };
    format!("that are not {}", plural(kinds))
}
