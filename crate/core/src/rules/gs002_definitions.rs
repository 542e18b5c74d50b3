//! $defs, definitions

use super::{Hooks, Phase, Priority, Rule, support::drop_fact};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS002",
    slug: "definitions",
    title: "$defs, definitions",
    summary: "Takes the definitions out once the references into them are written out.",
    why: "`parameters` has no field for definitions, under either name.",
    change: "Nothing is lost: what a reference used stands where it was used.",
    priority: Priority::Critical,
    severity: Severity::Error,
    evidence: &["P-unknown-ref-defs", "P-unknown-definitions"],
    keywords: &[Keyword::Defs, Keyword::Definitions],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for keyword in RULE.keywords {
        drop_fact(cx, shape, &RULE, *keyword, |_, _| (None, None));
    }
}
