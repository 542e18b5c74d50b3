//! Words for the values that a part allows.

use crate::{
    json::JsonId,
    lower::{Lower, clip, spell, spell_list},
    order::Gather,
    schema::{Keyword, Kinds, TypeCase, Value},
    shape::{Part, Shape, Term, kinds_left, kinds_of_items, listed, says_nothing, subsumes},
};

/// The noun for a part's values ("string", "array", …); `None` for a part whose schemas constrain nothing.
pub(crate) fn noun(cx: &Lower<'_, '_>, part: &Part) -> Option<&'static str> {
    if !part.is_empty() && says_nothing(cx.model.ast, part) {
        return None;
    }
    let [Term::Schema(schema)] = part.as_slice() else { return Some("value") };
    let kinds = cx.model.ast.entry(*schema, Keyword::Type).and_then(|entry| match entry.value {
        Value::Types(types) => Some(types.kinds.without(Kinds::NULL)),
        _ => None,
    });
    Some(match kinds {
        Some(kinds) if kinds.count() == 1 => kinds.name(TypeCase::Lower),
        _ => "value",
    })
}

/// What a description says, on one line and without its full stop; `None` if it says nothing.
pub(crate) fn sentence(description: &str) -> Option<String> {
    let line = description.split_whitespace().gather().join(" ");
    Some(line.trim_end_matches('.').to_owned()).filter(|line| !line.is_empty())
}

/// What a hint states about an item of a tuple: "number from -90 to 90", "string that matches ^[A-Z]{2}$", "add".
pub(crate) fn item(cx: &Lower<'_, '_>, part: &Part) -> String {
    let (ast, tape) = (cx.model.ast, cx.model.ast.tape());
    if let Some(values) = listed(&cx.model, part).filter(|values| !values.is_empty()) {
        let values = values.iter().take(MAX_VALUES).map(|value| spell(tape, *value)).gather();
        return clip(&values.join(" or "), MAX_ITEM);
    }
    let noun = noun(cx, part).unwrap_or("value");
    let [Term::Schema(schema)] = part.as_slice() else { return noun.to_owned() };
    let given = |keyword| ast.entry(*schema, keyword).map(|entry| spell(tape, entry.json()));
    let more = match (given(Keyword::Minimum), given(Keyword::Maximum), given(Keyword::Pattern)) {
        (Some(least), Some(most), _) => format!(" from {least} to {most}"),
        (Some(least), None, _) => format!(" from {least}"),
        (None, Some(most), _) => format!(" up to {most}"),
        (None, None, Some(pattern)) => format!(" that matches {pattern}"),
        (None, None, None) => String::new(),
    };
    clip(&format!("{noun}{more}"), MAX_ITEM)
}

/// The maximum number of values, and of characters, that a hint states about an item of a tuple.
const MAX_VALUES: usize = 8;
const MAX_ITEM: usize = 60;

/// "each a string or null", "each an array of strings", "each one of a, b"; `None` for a part that states neither types nor
/// values.
pub(super) fn each(cx: &Lower<'_, '_>, part: &Part) -> Option<String> {
    if let Some(values) = listed(&cx.model, part).filter(|values| !values.is_empty()) {
        let words = if values.len() == 1 { "each equal to" } else { "each one of" };
        return Some(format!("{words} {}", spell_list(cx.model.ast.tape(), &values)));
    }
    let kinds = stated(cx, part)?;
    let items = || {
        told(kinds_of_items(&cx.model, part)).map(|items| format!("an array of {}", plural(items.without(Kinds::NULL))))
    };
    let names = kinds.iter().map(|kind| match (kind.name(TypeCase::Lower), kind) {
        (name, Kinds::NULL) => name.to_owned(),
        (_, Kinds::ARRAY) => items().unwrap_or_else(|| "an array".to_owned()),
        (name, Kinds::INTEGER | Kinds::OBJECT) => format!("an {name}"),
        (name, _) => format!("a {name}"),
    });
    Some(format!("each {}", names.gather().join(" or ")))
}

/// The values that a part excludes: "that are not strings or null" where it states types and nothing else, otherwise
/// "with values that the schema for them excludes".
pub(crate) fn others(cx: &Lower<'_, '_>, part: &Part, origin: JsonId) -> String {
    let is_all = |kinds: &Kinds| subsumes(&cx.model, part, &Part::from(Shape::of_kind(origin, *kinds)));
    let Some(kinds) = stated(cx, part).filter(is_all) else {
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

/// The types that a part states.
pub(super) fn stated(cx: &Lower<'_, '_>, part: &Part) -> Option<Kinds> {
    told(kinds_left(&cx.model, part))
}

/// Types that are some, and not all.
fn told(kinds: Kinds) -> Option<Kinds> {
    Some(kinds.folded()).filter(|kinds| !kinds.is_empty() && *kinds != Kinds::ALL.folded())
}
