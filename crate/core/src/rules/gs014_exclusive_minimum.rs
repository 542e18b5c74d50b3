//! exclusiveMinimum

use super::{
    Hooks, Phase, Priority, Rule,
    support::{Bound, close_bound},
};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS014",
    slug: "exclusive-minimum",
    title: "exclusiveMinimum",
    summary: "Turns an open bound into a closed one: the next integer for integers, the same number for others.",
    why: "`parameters` has closed bounds only.",
    change: "Equivalent for integers; a real number may now equal the bound, and the description says `greater than`.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-exclusiveMinimum"],
    keywords: &[Keyword::ExclusiveMinimum],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    close_bound(cx, shape, &RULE, Bound::Lower);
}
