//! nullable

use super::{Hooks, Phase, Priority, Rule, support::add_null};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    code: "GS066",
    slug: "nullable",
    title: "nullable",
    summary: "Writes OpenAPI's `nullable` as null among the types, where the target speaks JSON Schema.",
    why: "JSON Schema has no such keyword: it would be ignored, or refused.",
    change: "Equivalent.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &[
        "OpenAPI Specification 3.0.3 Schema Object",
        "OpenAI API documentation: Structured Outputs, supported schemas",
    ],
    keywords: &[Keyword::Nullable],
    phase: Phase::Union,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
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
