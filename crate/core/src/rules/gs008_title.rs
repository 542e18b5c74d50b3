//! # title
//!
//! Takes a title out; where there is no description, it becomes one.
//!
//! ## Why
//!
//! The Gemini API has taken titles since 2025-04; before that, and on gateways built then, they were refused.
//!
//! ## What changes
//!
//! No value is lost or gained.

use super::{Hook, Phase, Priority, Rule, When, support::set_fact};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Info,
    evidence: &["P-unknown-title-2024"],
    hooks: &[Hook::Narrow { on: When::Has(&[Keyword::Title]), phase: Phase::Note, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.takes(Keyword::Title) {
        return;
    }
    for fact in shape.take_facts(Keyword::Title) {
        cx.log(&RULE, fact.key).annotation();
        if shape.fact(Keyword::Description).is_none() && !cx.at_root() {
            let text = fact.lexeme(cx.ast.tape()).to_owned();
            set_fact(shape, Keyword::Description, fact.key, text);
        }
    }
}
