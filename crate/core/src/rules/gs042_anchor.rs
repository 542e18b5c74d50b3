//! $anchor, $dynamicAnchor, $vocabulary

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS042",
    slug: "anchor",
    title: "$anchor, $dynamicAnchor, $vocabulary",
    summary: "Takes names of places and vocabularies out.",
    why: "`parameters` has no field for them; where a name may stay, it would stand twice once a reference to it is written out.",
    change: "References to them are written out before; nothing is lost.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-id"],
    keywords: &[Keyword::Anchor, Keyword::DynamicAnchor, Keyword::RecursiveAnchor, Keyword::Vocabulary],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), cost: Some(|_, _, _| Cost::NONE), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.takes(Keyword::Anchor) && cx.references.any() {
        for fact in shape.take_facts(Keyword::Anchor) {
            cx.log(&RULE, fact.key).annotation();
        }
    }
}
