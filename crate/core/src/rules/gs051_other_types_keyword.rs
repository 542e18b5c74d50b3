//! # keywords of other types
//!
//! Takes keywords out that speak of other types than the node's: members of what is no object, items of what is no
//! array, bounds of what is no number.
//!
//! ## Why
//!
//! Members may stand on objects only, items on arrays only; other keywords of other types tell the model nothing.
//!
//! ## What changes
//!
//! Equivalent: such keywords constrain nothing there.

use super::{Hook, Phase, Priority, Rule, When};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Shape, kinds_left},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["S-structural-on-non-object", "S-items-on-non-array"],
    hooks: &[Hook::Narrow { on: When::Always, phase: Phase::Value, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let of_any = shape.facts.iter().all(|fact| fact.keyword.is_about_any_type());
    let speaks = shape.has_structure() || shape.object.required_key.is_some() || !of_any;
    if !cx.target.complete_nodes || !speaks || (!shape.typed && shape.unions.is_empty()) {
        return;
    }
    let types = kinds_left(cx, shape);
    if !shape.typed && !shape.has_object_facts() {
        // A list of no names, on a node of no type.
        if let Some(key) = shape.object.required_key.take() {
            cx.log(&RULE, key);
        }
    }
    if !types.meets(Kinds::OBJECT) {
        let object = std::mem::take(&mut shape.object);
        for key in [object.key, object.required_key].iter().flatten() {
            cx.log(&RULE, *key);
        }
        for additional in &object.additional {
            cx.log(&RULE, additional.key);
        }
    }
    if !types.meets(Kinds::ARRAY) {
        let array = std::mem::take(&mut shape.array);
        let [items, rest] = [&array.items, &array.rest].map(|it| it.as_ref().map(|(key, _)| *key));
        for key in [items, array.prefix.as_ref().map(|(key, _)| *key), rest].iter().flatten() {
            cx.log(&RULE, *key);
        }
    }
    for fact in shape.take_facts_if(&mut |fact| fact.keyword != Keyword::Format && !fact.keyword.concerns(types)) {
        cx.log(&RULE, fact.key);
    }
}
