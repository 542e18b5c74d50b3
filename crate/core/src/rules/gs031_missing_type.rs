//! # missing types
//!
//! Gives a node without a type the type that its keywords imply; without any, a union of all types.
//!
//! ## Why
//!
//! Every node needs a type unless it is a union; members, items and values may stand on the right type only.
//!
//! ## What changes
//!
//! The output does not allow other types' values, which the keywords ignore in theory; of anything, lists hold
//! strings and objects are free-form.

use super::{
    Hook, Phase, Priority, Rule, When,
    support::{EXCLUDED, add_null, any_json, code_mixed, push_down, says_more},
};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Shape, kinds_of, split_kinds},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &[
        "S-type-must-be-specified",
        "V-type-missing",
        "S-structural-on-non-object",
        "V-root-not-object",
        "S-any-mode-needs-object",
    ],
    hooks: &[Hook::Narrow { on: When::Always, phase: Phase::Kind, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if shape.typed || shape.reference.is_some() || shape.coding.is_some() || !cx.target.complete_nodes {
        return;
    }
    let implied = implied(cx, shape);
    if !shape.unions.is_empty() {
        // A union needs no type; what stands beside it belongs into its branches.
        if shape.has_structure() {
            let edit = cx.log(&RULE, shape.origin);
            if shape.values.is_none() {
                edit.accepts_less("values of other types");
            }
            shape.kinds = implied;
            push_down(cx, shape, &RULE);
        }
        return;
    }
    let solid = implied.without(Kinds::NULL).folded();
    if implied == Kinds::ALL {
        let any = any_json(cx, shape.origin);
        let edit = cx.log(&RULE, shape.origin);
        match (&any.coding, any.typed) {
            (Some(_), _) => {}
            (None, true) => drop(edit.accepts_less("values that are no string")),
            (None, false) => drop(edit.accepts_less("lists of anything but strings")),
        }
        if any.typed {
            shape.set_kinds(any.kinds);
            shape.hints.extend(any.hints);
        }
        shape.coding = any.coding;
        shape.unions = any.unions;
        shape.keywords.insert(Keyword::AnyOf);
        shape.nullable_key = None;
        return;
    }
    let edit = cx.log(&RULE, shape.origin);
    if shape.values.is_none() {
        edit.accepts_less("values of other types");
    }
    let more = says_more(shape);
    if solid.count() > 1 && code_mixed(cx, shape) {
        if more {
            cx.log(&RULE, shape.origin).accepts_more(EXCLUDED);
        }
        return;
    }
    if solid.count() > 1 {
        shape.kinds = implied;
        split_kinds(cx.ast, shape);
        if shape.unions.is_empty() {
            return;
        }
        shape.kinds = Kinds::ALL;
        if implied.has(Kinds::NULL) {
            add_null(cx, shape, 0);
        }
    } else {
        shape.set_kinds(implied);
    }
}

/// The types that the keywords speak of.
fn implied(cx: &Lower<'_, '_>, shape: &Shape) -> Kinds {
    if cx.at_arguments() {
        return Kinds::OBJECT;
    }
    let null = if shape.or_null { Kinds::NULL } else { Kinds::NONE };
    if let Some(values) = shape.values.as_ref().filter(|values| !values.list.is_empty()) {
        return kinds_of(cx, values).with(null);
    }
    let mut kinds = Kinds::NONE;
    if shape.has_object_facts() {
        kinds = kinds.with(Kinds::OBJECT);
    }
    if shape.has_array_facts() {
        kinds = kinds.with(Kinds::ARRAY);
    }
    for fact in &shape.facts {
        kinds = match fact.keyword {
            Keyword::Format => kinds.with(Kinds::STRING),
            keyword => match keyword.info() {
                Some(info) if info.applies != Kinds::ALL => kinds.with(info.applies),
                _ => kinds,
            },
        };
    }
    if kinds.is_empty() { Kinds::ALL } else { kinds.with(null) }
}
