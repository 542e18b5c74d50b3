//! additionalProperties

use super::{Hooks, Phase, Priority, Rule, support::noun};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS010",
    slug: "additional-properties",
    title: "additionalProperties",
    summary: "Takes what is said of undeclared members out; a map says its values' type in the description.",
    why: "`parameters` on the Gemini API has no field for it.",
    change: "The output says nothing of undeclared members: those that were banned are allowed, those of a map may be anything.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-unknown-additionalProperties", "Q-dict-empty"],
    keywords: &[Keyword::AdditionalProperties],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
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
            cx.log(&RULE, additional.key).gains("members that are not declared").idle();
            continue;
        };
        let noun = noun(cx, part);
        let edit = cx.log(&RULE, additional.key);
        if closed {
            edit.loses("members that are not declared");
        } else if let Some(noun) = noun {
            edit.gains(format!("undeclared members other than {noun}"));
        }
        let Some(noun) = noun else { continue };
        let subject = if shape.object.properties.is_empty() { "map of names to" } else { "further members:" };
        shape.hint(format!("{subject} {noun}"));
    }
}
