//! patternProperties

use super::{
    Hooks, Phase, Priority, Rule,
    support::drop_fact,
};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::{Fact, Shape}};

pub(super) static RULE: Rule = Rule {
    code: "GS033",
    slug: "pattern-properties",
    title: "patternProperties",
    summary: "Takes members described by a pattern of their names out, and says the pattern in the description.",
    why: "`parameters` has no field for them.",
    change: "The output allows such members with any value, but shows none of them.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-patternProperties"],
    keywords: &[Keyword::PatternProperties],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    drop_fact(cx, shape, &RULE, Keyword::PatternProperties, |cx, fact| {
        (Some("members of those names with other values".to_owned()), names(cx, fact))
    });
}

fn names(cx: &Lower<'_, '_>, fact: &Fact) -> Option<String> {
    let tape = cx.ast.tape();
    let patterns: Vec<String> =
        tape.members(fact.key.value_of_key()).map(|key| crate::lower::clip(&tape.key(key), 40)).collect();
    (!patterns.is_empty()).then(|| format!("members named like {}", patterns.join(", ")))
}
