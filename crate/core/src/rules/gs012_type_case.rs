//! lower-case types

use super::{Hooks, Phase, Priority, Rule};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Value},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    code: "GS012",
    slug: "type-case",
    title: "lower-case types",
    summary: "Writes type names as the envelope spells them.",
    why: "Google's enum has upper-case names; the server reads any case, strict client libraries do not.",
    change: "Equivalent.",
    priority: Priority::Low,
    severity: Severity::Info,
    evidence: &["P-type-not-enum", "google-ai-generativelanguage 0.12.1 Type"],
    keywords: &[Keyword::Type],
    phase: Phase::Note,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let (Some(case), Some(key)) = (cx.case, shape.type_key) else { return };
    let written = shape.read_from.iter().find_map(|schema| {
        let entry = cx.ast.entry(*schema, Keyword::Type).filter(|entry| entry.key == key)?;
        if let Value::Types(types) = entry.value { Some(types.case) } else { None }
    });
    if written.is_some_and(|written| written != case) {
        shape.type_key = None;
        cx.log(&RULE, key);
    }
}
