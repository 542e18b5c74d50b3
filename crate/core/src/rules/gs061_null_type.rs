//! null as the only type

use super::{Hooks, Phase, Priority, Rule};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    code: "GS061",
    slug: "null-type",
    title: "null as the only type",
    summary: "Turns a value that can only be null into a nullable string.",
    why: "Not every surface has a NULL type.",
    change: "The output allows strings too; the description says that the value is null.",
    priority: Priority::Low,
    severity: Severity::Warning,
    evidence: &["P-type-null-2025", "L-genai-js-null"],
    keywords: &[Keyword::Type, Keyword::AnyOf, Keyword::OneOf, Keyword::Const, Keyword::Enum],
    phase: Phase::Distribute,
    everywhere: true,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
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
    cx.log(&RULE, key).gains("strings");
    shape.set_kinds(Kinds::STRING.with(Kinds::NULL));
    shape.values = None;
    shape.hint("always null");
}
