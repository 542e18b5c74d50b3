//! # lower-case types
//!
//! Writes type names as the envelope spells them.
//!
//! ## Why
//!
//! Google's enum has upper-case names; the server reads any case, strict client libraries do not.
//!
//! ## What changes
//!
//! Equivalent.

use super::{Hook, Phase, Priority, Rule, When};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Value},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Info,
    evidence: &["P-type-not-enum", "google-ai-generativelanguage 0.12.1 Type"],
    hooks: &[Hook::Narrow { on: When::Has(&[Keyword::Type]), phase: Phase::Note, with: narrow }],
    ..Rule::of(module_path!())
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
