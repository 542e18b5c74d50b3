//! examples, $comment, readOnly, writeOnly, deprecated

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{
    lower::{Lower, spell},
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS039",
    slug: "annotation",
    title: "examples, $comment, readOnly, writeOnly, deprecated",
    summary: "Takes annotations out that the target does not know; an example and a deprecation go into the description.",
    why: "`parameters` has no fields for them.",
    change: "No value is lost or gained.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-examples", "P-unknown-annotations"],
    keywords: &[
        Keyword::Examples,
        Keyword::Comment,
        Keyword::ReadOnly,
        Keyword::WriteOnly,
        Keyword::Deprecated,
        Keyword::Example,
    ],
    phase: Phase::Note,
    hooks: Hooks { cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    Cost::NONE.told(words(cx, fact))
}

fn words(cx: &Lower<'_, '_>, fact: &Fact) -> Option<String> {
    let tape = cx.ast.tape();
    let on = fact.lexeme(cx.ast.tape()) == "true";
    match fact.keyword {
        Keyword::Examples => {
            tape.elements(fact.key.value_of_key()).next().map(|first| format!("example: {}", spell(tape, first)))
        }
        Keyword::Deprecated => on.then(|| "deprecated".to_owned()),
        Keyword::ReadOnly => on.then(|| "read-only".to_owned()),
        _ => None,
    }
}
