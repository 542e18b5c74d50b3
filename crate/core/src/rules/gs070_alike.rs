//! alternatives that look alike

use super::{Hooks, Phase, Priority, Rule};
use crate::{json::JsonId, lower::Lower, report::Severity, schema::Keyword};

pub(super) static RULE: Rule = Rule {
    code: "GS070",
    slug: "alike",
    title: "alternatives that look alike",
    summary: "Where calls are restored, wraps an alternative into an object of one member if its coded values could be taken for another's.",
    why: "A list of entries that stands for a map cannot be told from a list, nor a string that stands for a number from a string.",
    change: "Equivalent once the call is restored.",
    priority: Priority::Low,
    severity: Severity::Info,
    evidence: &["Q-stringified-enum", "Q-dict-empty"],
    keywords: &[Keyword::AnyOf, Keyword::OneOf],
    phase: Phase::End,
    hooks: Hooks { alike: Some(tell), ..Hooks::NONE },
    ..Rule::BASE
};

fn tell(cx: &mut Lower<'_, '_>, key: JsonId) {
    cx.log(&RULE, key)
        .detail("an object of one member stands for an alternative, so that it can be told from the others");
}
