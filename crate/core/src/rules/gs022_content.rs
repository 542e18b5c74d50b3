//! contentMediaType, contentEncoding

use super::{Cost, Hooks, Phase, Priority, Rule, support::value_of};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS022",
    slug: "content",
    title: "contentMediaType, contentEncoding",
    summary: "Takes the media type and encoding of a string out and says them in the description.",
    why: "`parameters` has no field for them.",
    change: "They constrain nothing in JSON Schema either; the description keeps the advice.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-content"],
    keywords: &[Keyword::ContentMediaType, Keyword::ContentEncoding, Keyword::ContentSchema],
    phase: Phase::Fact,
    hooks: Hooks { cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    Cost::NONE.told((fact.keyword != Keyword::ContentSchema).then(|| value_of(cx, fact)))
}
