//! # unions where there are none
//!
//! Flattens alternatives that are objects into one object; of others the first stays, and the description names the
//! rest.
//!
//! ## Why
//!
//! LangChain.js's Google converters throw on unions and on lists of types.
//!
//! ## What changes
//!
//! One object for several allows combinations of their members; without an alternative its values are lost.

use super::{
    Hook, Phase, Priority, Rule, When,
    support::{branch, expand_references, flatten, open_unions},
};
use crate::{
    lower::Lower,
    order::Gather,
    report::Severity,
    schema::{Keyword, Kinds, TypeCase},
    shape::{Part, Shape, Union, kinds_left},
    targets::UnionForm,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["L-lcjs-union", "L-lcjs-typearray", "L-lcgoogle-union"],
    hooks: &[Hook::Narrow { on: When::Always, phase: Phase::Distribute, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.unions != UnionForm::Refused || shape.unions.is_empty() {
        return;
    }
    open_unions(cx, shape);
    expand_references(cx, shape);
    if splice(cx, shape) {
        // Alternatives that are constants now are one list of values.
        return cx.start_over();
    }
    let is_object = |part: &Part| is_object(cx, part);
    if shape.unions.iter().all(|union| union.branches.iter().all(is_object)) {
        fold_objects(cx, shape);
    } else {
        choose(cx, shape);
    }
    cx.start_over();
}

/// Puts the alternatives of alternatives that are unions and nothing else in their place; whether there were any. Beside
/// other alternatives they stay together, as the one that may be chosen.
fn splice(cx: &Lower<'_, '_>, shape: &mut Shape) -> bool {
    let mut spliced = false;
    for union in shape.unions.iter_mut().filter(|union| union.keyword == Keyword::AnyOf) {
        let fits = |open: &Shape| is_bare_union(open) || open.says_only_values(cx.ast.tape());
        let all = union.branches.iter().all(|part| branch(part).is_some_and(fits));
        if !all || !union.branches.iter().any(|part| branch(part).is_some_and(is_bare_union)) {
            continue;
        }
        let inner = |part: Part| match branch(&part).filter(|open| is_bare_union(open)) {
            Some(open) => open.unions[0].branches.clone(),
            None => vec![part],
        };
        union.branches = std::mem::take(&mut union.branches).into_iter().flat_map(inner).collect();
        spliced = true;
    }
    spliced
}

fn is_bare_union(open: &Shape) -> bool {
    let alone = matches!(open.unions.as_slice(), [inner] if inner.keyword == Keyword::AnyOf);
    alone && !open.typed && !open.has_structure() && open.facts.is_empty() && open.values.is_none()
}

/// Whether an alternative is an object, or speaks of objects and allows them.
fn is_object(cx: &Lower<'_, '_>, part: &Part) -> bool {
    branch(part).is_some_and(|open| {
        let listed = open.possible_kinds(cx.ast.tape());
        let kinds = kinds_left(cx, open).intersect(listed).without(Kinds::NULL);
        kinds == Kinds::OBJECT || (!open.typed && open.has_object_facts() && kinds.has(Kinds::OBJECT))
    })
}

fn fold_objects(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let branches = shape.unions.iter().flat_map(|union| &union.branches).filter_map(|part| branch(part));
    let nullable = branches.into_iter().any(Shape::says_null);
    let others = kinds_left(cx, shape).without(Kinds::OBJECT).without(Kinds::NULL);
    flatten(cx, shape, &RULE, (!others.is_empty()).then_some("values that are no object"));
    let null = nullable || shape.says_null();
    shape.set_kinds(Kinds::OBJECT);
    if null {
        shape.allow_null();
    }
}

/// The first alternative of each union stays.
fn choose(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for Union { key, branches, .. } in std::mem::take(&mut shape.unions) {
        let open = branches.iter().filter_map(|part| branch(part)).gather();
        let Some((first, others)) = open.split_first() else {
            cx.log(&RULE, key).accepts_more("any value");
            continue;
        };
        let nullable = open.iter().any(|one| one.says_null());
        let edit = cx.log(&RULE, key);
        if !others.is_empty() {
            edit.accepts_less("the values of every alternative but the first");
        }
        let kinds = others.iter().fold(Kinds::NONE, |kinds, one| kinds.with(one.solid_kinds())).without(first.kinds);
        let names = kinds.iter().map(|kind| kind.name(TypeCase::Lower)).gather();
        if !names.is_empty() && kinds.without(Kinds::NULL).count() < 6 {
            shape.hint(format!("could also be {}", names.join(" or ")));
        }
        shape.intersect(cx.ast, Shape::clone(first));
        if nullable {
            shape.allow_null();
        }
    }
}
