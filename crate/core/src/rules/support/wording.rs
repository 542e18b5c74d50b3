//! Words for the values that a part allows.

use super::stated::{Stated, kinds};
use crate::{
    json::JsonId,
    lower::{Lower, clip, spell, spell_list, with_hints},
    order::Gather,
    schema::{Keyword, Kinds, SchemaId, TypeCase},
    shape::{Part, Shape, subsumes},
};

/// The maximum number of characters of words about undeclared properties, so that other hints have room beside them.
pub(super) const MAX_WORDS: usize = 120;

/// The maximum number of characters of a description and of the words about properties together.
const MAX_WITH_MEMBERS: usize = 80;

/// The maximum number of values, and of characters, that a hint states about an item of a tuple.
const MAX_VALUES: usize = 8;
const MAX_ITEM: usize = 60;

/// What a hint states about an item of a tuple: "number from -90 to 90", "string or null", "add or sub".
pub(crate) fn item(cx: &Lower<'_, '_>, part: &Part) -> String {
    let stated = Stated::of(cx, part);
    if let Some(values) = &stated.values {
        let values = values.iter().take(MAX_VALUES).map(|value| spell(cx.model.ast.tape(), *value)).gather();
        return clip(&values.join(" or "), MAX_ITEM);
    }
    let noun = types(&stated, &|name| name.to_owned()).unwrap_or_else(|| "value".to_owned());
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
        None => Some(that(with_articles(&stated).unwrap_or_else(|| noun.to_owned()), &stated)),
    }
}

/// "a number from 1 to 5", "a string that matches ^a and has at least 3 characters".
fn that(noun: String, stated: &Stated) -> String {
    let noun = bounds(stated).map_or_else(|| noun.clone(), |bounds| format!("{noun} {bounds}"));
    match predicates_in_words(&predicates(stated)) {
        words if words.is_empty() => noun,
        words => format!("{noun} that {words}"),
    }
}

/// A verb and what follows it: "is", "at least 0".
type Predicate = (&'static str, String);

/// "is at least 1 and at most 5"; a verb is not repeated.
fn predicates_in_words(predicates: &[Predicate]) -> String {
    let mut last = "";
    let words = predicates.iter().map(|(verb, object)| {
        let is_last = std::mem::replace(&mut last, verb) == *verb;
        if is_last { object.clone() } else { format!("{verb} {object}") }
    });
    words.gather().join(" and ")
}

/// "from 1 to 5", "at least 1", "greater than 0 and at most 5".
fn bounds(stated: &Stated) -> Option<String> {
    let bounds = stated.limits.iter().filter(|(keyword, _)| is_bound(*keyword)).map(|(_, words)| words).gather();
    match bounds.as_slice() {
        [low, high] if low.starts_with(LEAST) && high.starts_with(MOST) => {
            Some(format!("from {} to {}", &low[LEAST.len()..], &high[MOST.len()..]))
        }
        [] => None,
        _ => Some(bounds.iter().map(|words| words.as_str()).gather().join(" and ")),
    }
}

const LEAST: &str = "at least ";
const MOST: &str = "at most ";

fn is_bound(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Minimum | Keyword::Maximum | Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum)
}

/// What a value must be besides its types and bounds.
fn predicates(stated: &Stated) -> Vec<Predicate> {
    let limits = stated.limits.iter().filter(|(keyword, _)| !is_bound(*keyword));
    let predicate = |(keyword, words): &(Keyword, String)| match keyword {
        Keyword::Pattern => ("matches", words.strip_prefix("matches ").unwrap_or(words).to_owned()),
        Keyword::Format => ("has", words.replacen("format:", "the format", 1)),
        Keyword::MultipleOf => ("is", format!("a {words}")),
        _ => ("has", words.clone()),
    };
    limits.map(predicate).gather()
}

/// The same with the bounds, before the rest.
fn limits(stated: &Stated) -> Vec<Predicate> {
    bounds(stated).map(|bounds| ("is", bounds)).into_iter().chain(predicates(stated)).gather()
}

/// The listed values of a member, if they are few: "is a or b".
fn value_predicate(cx: &Lower<'_, '_>, stated: &Stated) -> Option<Predicate> {
    let values = stated.values.as_ref().filter(|values| values.len() <= MAX_VALUES)?;
    Some(("is", list(values.iter().map(|value| spell(cx.model.ast.tape(), *value)).gather(), "or")))
}

/// When a value satisfies a schema: "is a or b", "is a string and matches ^a"; `None` if words cannot state all of it.
pub(super) fn test(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<String> {
    Some(predicates_in_words(&tested(cx, schema)?)).filter(|words| !words.is_empty())
}

/// When a value does not satisfy a schema: "is not a or b", "does not match ^a".
pub(super) fn exclusion(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<String> {
    match tested(cx, schema)?.as_slice() {
        [("is", object)] => Some(format!("is not {object}")),
        [("matches", pattern)] => Some(format!("does not match {pattern}")),
        _ => None,
    }
}

fn tested(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<Vec<Predicate>> {
    let stated = Stated::of(cx, &Part::from(schema));
    match &stated.values {
        _ if !stated.is_complete => None,
        Some(_) => Some(vec![value_predicate(cx, &stated)?]),
        None => {
            let types = with_articles(&stated).map(|types| ("is", types));
            Some(types.into_iter().chain(limits(&stated)).gather())
        }
    }
}

/// What a schema requires of a value, as far as words can state it: "is a or b", "is at least 0 and at most 5". Types
/// are stated if nothing else is.
pub(super) fn demand(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<String> {
    let stated = Stated::of(cx, &Part::from(schema));
    let all = match &stated.values {
        Some(_) => value_predicate(cx, &stated).into_iter().gather(),
        None => limits(&stated),
    };
    let all = predicates_in_words(&all);
    if all.is_empty() { with_articles(&stated).map(|types| format!("is {types}")) } else { Some(all) }
}

/// Joins items: "a, b or c".
pub(super) fn list(mut items: Vec<String>, word: &str) -> String {
    let Some(last) = items.pop() else { return String::new() };
    if items.is_empty() { last } else { format!("{} {word} {last}", items.join(", ")) }
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
    with_articles(stated).map(|types| format!("each {types}"))
}

/// ", at least 0: its description": what is stated besides types and values.
fn details(stated: &Stated) -> String {
    if stated.kinds.is_none() {
        return String::new();
    }
    let limits = stated.limits.iter().map(|(_, words)| words);
    let words: String = stated.members.iter().chain(limits).flat_map(|words| [", ", words]).collect();
    match &stated.text {
        Some(text) if stated.members.is_empty() => format!("{words}: {text}"),
        // Members say more than a description that leaves no room for them.
        Some(text) if text.chars().count() + words.chars().count() <= MAX_WITH_MEMBERS => format!(" ({text}){words}"),
        _ => words,
    }
}

/// "a string or null", "an array of strings".
fn with_articles(stated: &Stated) -> Option<String> {
    types(stated, &|name| match name {
        "null" => name.to_owned(),
        _ if name.starts_with(['a', 'i', 'o']) => format!("an {name}"),
        _ => format!("a {name}"),
    })
}

fn types(stated: &Stated, named: &dyn Fn(&str) -> String) -> Option<String> {
    let items = stated.items.map(|items| format!(" of {}", plural(items.without(Kinds::NULL))));
    let names = stated.kinds?.iter().map(|kind| {
        let items = items.as_deref().filter(|_| kind == Kinds::ARRAY);
        named(kind.name(TypeCase::Lower)) + items.unwrap_or_default()
    });
    Some(names.gather().join(" or "))
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

/// "strings or null".
fn plural(kinds: Kinds) -> String {
    let names = kinds.iter().map(|kind| match kind {
        Kinds::NULL => "null".to_owned(),
        kind => format!("{}s", kind.name(TypeCase::Lower)),
    });
    names.gather().join(" or ")
}
