//! arrays without items

use super::{Hooks, Phase, Priority, Rule, support::any_json};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    code: "GS027",
    slug: "array-without-items",
    title: "arrays without items",
    summary: "Gives an array `items` that allow what any JSON may be.",
    why: "An array must have `items`.",
    change: "As for a schema that allows anything: lists and objects inside are not described.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["S-items-missing"],
    keywords: &[Keyword::Type, Keyword::AnyOf, Keyword::OneOf],
    phase: Phase::Fact,
    everywhere: true,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.complete_nodes {
        return;
    }
    if !shape.is_plain(Kinds::ARRAY) || shape.array.items.is_some() || shape.array.prefix.is_some() {
        return;
    }
    let key = shape.type_key.unwrap_or(shape.origin);
    let items = any_json(cx, shape.origin);
    let edit = cx.log(&RULE, key);
    match (&items.coding, items.typed) {
        (Some(_), _) => {}
        (None, true) => drop(edit.loses("items that are no string")),
        (None, false) => drop(edit.loses("lists in the list that hold more than strings")),
    }
    shape.array.items = Some((shape.origin, items.into()));
}
