//! # roots that are no plain object
//!
//! Makes the root an object: alternatives are flattened into one object, null is dropped.
//!
//! ## Why
//!
//! The arguments of a call are an object, and `parameters` must say so at its root.
//!
//! ## What changes
//!
//! A flattened union allows combinations of its alternatives; a root that allows no object cannot be called with
//! arguments.

use super::{
    Hook, Phase, Priority, Rule, When,
    support::{branch, flatten, open_unions},
};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Kinds,
    shape::{Shape, kinds_left},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["V-root-not-object", "S-any-mode-needs-object"],
    hooks: &[Hook::Narrow { on: When::Always, phase: Phase::Root, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.at_arguments() {
        return;
    }
    let kinds = shape.possible_kinds(cx.ast.tape()).intersect(kinds_left(cx, shape));
    if !kinds.meets(Kinds::OBJECT) {
        return without_object(cx, shape, kinds);
    }
    if cx.may_code() && cx.target.complete_nodes && shape.values.is_some() {
        cx.log(&RULE, shape.values.as_ref().map_or(shape.origin, |values| values.key)).fix(STANDS);
        return wrap(shape);
    }
    if !shape.unions.is_empty() && !cx.target.complete_nodes && (shape.typed || only_objects(cx, shape)) {
        let before = shape.clone();
        let untyped = !shape.typed;
        shape.set_kinds(Kinds::OBJECT);
        if shape.contradicts_unions(cx) {
            *shape = before;
            return without_object(cx, shape, kinds.without(Kinds::OBJECT));
        }
        if untyped {
            let edit = cx.log(&RULE, shape.origin);
            if kinds != Kinds::OBJECT {
                edit.accepts_less("arguments that are no object");
            }
        } else if shape.type_key.is_none() {
            *shape = before;
        }
    } else if !shape.unions.is_empty() {
        let lost = (kinds != Kinds::OBJECT && !shape.typed).then_some("arguments that are no object");
        flatten(cx, shape, &RULE, lost);
        if !shape.typed {
            shape.set_kinds(Kinds::OBJECT);
        }
    }
    if !shape.typed && !cx.target.complete_nodes {
        let edit = cx.log(&RULE, shape.origin);
        if kinds != Kinds::OBJECT {
            edit.accepts_less("arguments that are no object");
        }
        set_object(shape);
    }
    if shape.typed && shape.kinds != Kinds::OBJECT {
        let key = shape.type_key.unwrap_or(shape.origin);
        cx.log(&RULE, key).accepts_less("arguments that are no object");
        set_object(shape);
    }
}

const STANDS: &str = "the member `value` stands for the root";

/// A root that allows no object: where calls are restored, a member stands for it.
fn without_object(cx: &mut Lower<'_, '_>, shape: &mut Shape, kinds: Kinds) {
    let key = shape.type_key.unwrap_or(shape.origin);
    if cx.may_code() && kinds != Kinds::NULL {
        cx.log(&RULE, key).fix(STANDS);
        return wrap(shape);
    }
    cx.log(&RULE, key)
        .accepts_less("every argument")
        .accepts_more("calls without arguments")
        .fix("the root allows no object, so the tool cannot be given arguments")
        .fatal();
    cx.omit_root();
}

/// Makes the root an object of one member.
fn wrap(shape: &mut Shape) {
    *shape = Shape::standing_for(shape.origin, "value", shape.clone().into());
}

fn set_object(shape: &mut Shape) {
    shape.set_kinds(Kinds::OBJECT);
    (shape.nullable_key, shape.or_null) = (None, false);
}

/// Whether every alternative is an object, or does not say what it is.
fn only_objects(cx: &mut Lower<'_, '_>, shape: &mut Shape) -> bool {
    open_unions(cx, shape);
    let mut branches = shape.unions.iter().flat_map(|union| &union.branches);
    branches.all(|part| branch(part).is_some_and(|open| open.kinds.meets(Kinds::OBJECT)))
}
