//! # nullable
//!
//! Writes OpenAPI's `nullable` as null among the types, where the target speaks JSON Schema.
//!
//! ## Why
//!
//! JSON Schema has no such keyword: it would be ignored, or refused.
//!
//! ## What changes
//!
//! Equivalent.

use super::{Hook, Phase, Priority, Rule, When, support::add_null};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &[
        "OpenAPI Specification 3.0.3 Schema Object",
        "OpenAI API documentation: Structured Outputs, supported schemas",
    ],
    hooks: &[Hook::Narrow { on: When::Has(&[Keyword::Nullable]), phase: Phase::Union, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.takes(Keyword::Nullable) && shape.typed {
        return;
    }
    for fact in shape.take_facts(Keyword::Nullable) {
        cx.log(&RULE, fact.key).annotation();
    }
    if cx.target.takes(Keyword::Nullable) {
        return;
    }
    let Some(key) = shape.nullable_key.take() else { return };
    cx.log(&RULE, key);
    if shape.typed {
        shape.type_key = None;
    } else if !shape.unions.is_empty() && shape.kinds.has(Kinds::NULL) {
        add_null(cx, shape, 0);
    }
}
