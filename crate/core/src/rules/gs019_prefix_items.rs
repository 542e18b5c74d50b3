//! prefixItems

use super::{Hooks, Phase, Priority, Rule, support::tuple_to_list};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS019",
    slug: "prefix-items",
    title: "prefixItems",
    summary: "Turns a tuple into a list whose items may be any of the positions, as long as the tuple.",
    why: "`parameters` has one schema for all items.",
    change: "The output allows the positions' values in any order; the description says the order.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-prefixItems", "Q-tuple-lost"],
    keywords: &[Keyword::PrefixItems],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    tuple_to_list(cx, shape, &RULE, Keyword::PrefixItems);
}
