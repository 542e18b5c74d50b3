//! type lists

use super::{
    Hooks, Phase, Priority, Rule,
    support::{EXCLUDED, add_null, code_mixed, push_down, says_more},
};
use crate::{
    lower::Lower,
    order::Set,
    report::Severity,
    schema::{Keyword, Kinds, Value},
    shape::{Shape, kinds_left, split_kinds},
};

pub(super) static RULE: Rule = Rule {
    code: "GS024",
    slug: "type-list",
    title: "type lists",
    summary: "Turns a list of types into one type, `nullable` where null is among them, or a union of single types.",
    why: "`type` takes one name; a list is refused.",
    change: "Equivalent.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-type-list", "L-genai-py-type-list"],
    keywords: &[Keyword::Type],
    phase: Phase::Kind,
    everywhere: true,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !shape.typed || shape.verbatim().is_some() {
        return;
    }
    if shape.type_key.is_some_and(|key| names_twice(cx, key)) {
        cx.log(&RULE, shape.type_key.unwrap_or(shape.origin)).detail("a type is named twice");
        shape.type_key = None;
    }
    let solid = shape.solid_kinds();
    let list = shape.type_key.filter(|key| is_list(cx, shape, *key));
    let beside = cx.target.complete_nodes && !shape.unions.is_empty() && !shape.or_null;
    if let Some(key) =
        list.filter(|_| beside && shape.kinds.has(Kinds::NULL) && !kinds_left(cx, shape).has(Kinds::NULL))
    {
        // Null is among the types, and none of the alternatives beside them allows it.
        cx.log(&RULE, key);
        shape.kinds = shape.kinds.without(Kinds::NULL);
        shape.type_key = None;
    }
    if cx.target.type_lists && (solid.count() < 2 || !cx.target.complete_nodes) {
        return;
    }
    let list = shape.type_key.and(list);
    if solid.count() < 2 && list.is_none() {
        return;
    }
    let key = list.or(shape.type_key).unwrap_or(shape.origin);
    cx.log(&RULE, key);
    if solid.count() < 2 {
        shape.type_key = None;
        if !kinds_left(cx, shape).has(Kinds::NULL) {
            shape.kinds = shape.kinds.without(Kinds::NULL);
        }
        return;
    }
    let more = says_more(shape);
    if code_mixed(cx, shape) {
        if more {
            cx.log(&RULE, key).gains(EXCLUDED);
        }
        return;
    }
    let nullable = shape.kinds.has(Kinds::NULL);
    if shape.unions.is_empty() {
        split_kinds(cx.ast, shape);
    } else {
        push_down(cx, shape, &RULE);
    }
    if shape.unions.is_empty() {
        return;
    }
    shape.kinds = Kinds::ALL;
    shape.typed = false;
    if nullable {
        add_null(cx, shape, 0);
    }
}

fn names_twice(cx: &Lower<'_, '_>, key: crate::json::JsonId) -> bool {
    let tape = cx.ast.tape();
    let mut seen = Set::new();
    tape.elements(key.value_of_key()).any(|name| !seen.insert(tape.slice(name)))
}

fn is_list(cx: &Lower<'_, '_>, shape: &Shape, key: crate::json::JsonId) -> bool {
    shape
        .read_from
        .iter()
        .filter_map(|schema| cx.ast.entry(*schema, Keyword::Type))
        .any(|entry| entry.key == key && matches!(entry.value, Value::Types(types) if types.list))
}
