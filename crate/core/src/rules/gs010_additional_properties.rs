//! # additionalProperties
//!
//! Takes what is said of undeclared members out; a map says its values' type in the description.
//!
//! ## Why
//!
//! `parameters` on the Gemini API has no field for it.
//!
//! ## What changes
//!
//! The output says nothing of undeclared members: those that were banned are allowed, those of a map may be
//! anything.

use super::{Hook, Phase, Priority, Rule, When, support::noun};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-unknown-additionalProperties", "Q-dict-empty"],
    hooks: &[Hook::Narrow { on: When::Has(&[Keyword::AdditionalProperties]), phase: Phase::Fact, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let closed = cx.target.closed_objects;
    if cx.target.takes(Keyword::AdditionalProperties) && !closed {
        return;
    }
    for additional in std::mem::take(&mut shape.object.additional) {
        let Some(part) = &additional.part else {
            if closed {
                shape.object.additional.push(additional);
                continue;
            }
            cx.log(&RULE, additional.key).accepts_more("members that are not declared").idle();
            continue;
        };
        let noun = noun(cx, part);
        let edit = cx.log(&RULE, additional.key);
        if closed {
            edit.accepts_less("members that are not declared");
        } else if let Some(noun) = noun {
            edit.accepts_more(format!("undeclared members other than {noun}"));
        }
        let Some(noun) = noun else { continue };
        let subject = if shape.object.properties.is_empty() { "map of names to" } else { "further members:" };
        shape.hint(format!("{subject} {noun}"));
    }
}
