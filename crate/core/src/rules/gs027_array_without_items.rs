//! # arrays without items
//!
//! Gives an array `items` that allow what any JSON may be.
//!
//! ## Why
//!
//! An array must have `items`.
//!
//! ## What changes
//!
//! As for a schema that allows anything: lists and objects inside are not described.

use super::{Hook, Phase, Priority, Rule, When, support::any_json};
use crate::{lower::Lower, report::Severity, schema::Kinds, shape::Shape};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["S-items-missing"],
    hooks: &[Hook::Narrow { on: When::Always, phase: Phase::Fact, with: narrow }],
    ..Rule::of(module_path!())
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
        (None, true) => drop(edit.accepts_less("items that are no string")),
        (None, false) => drop(edit.accepts_less("lists in the list that hold more than strings")),
    }
    shape.array.items = Some((shape.origin, items.into()));
}
