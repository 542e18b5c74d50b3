//! contentMediaType, contentEncoding

use super::{Hooks, Phase, Priority, Rule, support::{drop_fact, value_of}};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

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
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for keyword in RULE.keywords {
        drop_fact(cx, shape, &RULE, *keyword, |cx, fact| (None, (fact.keyword != Keyword::ContentSchema).then(|| value_of(cx, fact))));
    }
}
