//! # null as the only type
//!
//! Turns a value that can only be null into a nullable string.
//!
//! ## Why
//!
//! Not every surface has a NULL type.
//!
//! ## What changes
//!
//! The output allows strings too; the description says that the value is null.

use super::{Hook, Phase, Priority, Rule, When};
use crate::{lower::Lower, report::Severity, schema::Kinds, shape::Shape};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Warning,
    evidence: &["P-type-null-2025", "L-genai-js-null"],
    hooks: &[Hook::Narrow { on: When::Always, phase: Phase::Distribute, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let only_null = shape.typed && shape.kinds == Kinds::NULL && shape.unions.is_empty();
    // A branch of a union says null by the other branches' `nullable`.
    if !only_null
        || cx.in_union()
        || (cx.target.types.has(Kinds::NULL) && (shape.values.is_none() || !cx.target.complete_nodes))
    {
        return;
    }
    let key = shape.type_key.unwrap_or(shape.origin);
    cx.log(&RULE, key).accepts_more("strings");
    shape.set_kinds(Kinds::STRING.with(Kinds::NULL));
    shape.values = None;
    shape.hint("always null");
}
