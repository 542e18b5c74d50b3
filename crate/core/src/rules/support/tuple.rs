//! Tuples as lists.

use super::{any_json, noun, set_fact};
use crate::{
    lower::Lower,
    rules::Rule,
    schema::{Keyword, NodeKind},
    shape::{Part, Shape, Term, Union},
};

/// Turns the positions of a tuple, written as `keyword`, into alternatives for every item.
pub(crate) fn tuple_to_list(cx: &mut Lower<'_, '_>, shape: &mut Shape, rule: &'static Rule, keyword: Keyword) {
    let written = shape.array.prefix.as_ref().map(|(key, _)| Keyword::from_name(&cx.ast.tape().key(*key)));
    if written != Some(keyword) {
        return;
    }
    let Some((key, positions)) = shape.array.prefix.take() else { return };
    let rest = shape.array.rest.take().map(|(_, part)| part);
    let closed = rest.as_ref().is_some_and(|part| is_false(cx, part));
    let words: Vec<&str> = positions.iter().map(|part| noun(cx, part).unwrap_or("value")).collect();
    let mut edit = cx.log(rule, key);
    if rest.is_none() {
        edit = edit.loses("items of other kinds after the last position");
    }
    if positions.len() > 1 {
        edit.gains("the items in any order");
        shape.hint(format!("items in order: {}", words.join(", ")));
    }
    // A bound of zero means no bound to the server.
    if closed && !positions.is_empty() && shape.fact(Keyword::MaxItems).is_none() {
        set_fact(shape, Keyword::MaxItems, key, positions.len().to_string());
    }
    let open = rest.filter(|part| !is_false(cx, part));
    let alternatives: Vec<Part> = positions.into_iter().chain(open).collect();
    let mut unique: Vec<Part> = Vec::new();
    for part in alternatives {
        if !unique.iter().any(|known| same_text(cx, known, &part)) {
            unique.push(part);
        }
    }
    let items = match unique.len() {
        0 => vec![any_json(key).into()],
        1 => unique.remove(0),
        _ => {
            let mut either = Shape::any(key);
            either.keywords.insert(Keyword::AnyOf);
            either.unions.push(Union { keyword: Keyword::AnyOf, key, branches: unique });
            vec![either.into()]
        }
    };
    shape.array.items = Some((key, items));
}

fn is_false(cx: &Lower<'_, '_>, part: &Part) -> bool {
    matches!(part.as_slice(), [Term::Schema(schema)] if cx.ast.kind(*schema) == NodeKind::Boolean(false))
}

fn same_text(cx: &Lower<'_, '_>, a: &Part, b: &Part) -> bool {
    match (a.as_slice(), b.as_slice()) {
        ([Term::Schema(a)], [Term::Schema(b)]) => {
            cx.ast.tape().slice(cx.ast.json(*a)) == cx.ast.tape().slice(cx.ast.json(*b))
        }
        _ => false,
    }
}
