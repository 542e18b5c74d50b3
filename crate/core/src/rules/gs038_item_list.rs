//! items as a list

use super::{Cost, Hooks, Phase, Priority, Rule, support::tuple_to_list};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS038",
    slug: "item-list",
    title: "items as a list",
    summary: "Turns a tuple of drafts before 2020-12 into a list whose items may be any of the positions.",
    why: "`items` takes one schema; a list is refused.",
    change: "The output allows the positions' values in any order; the description says the order.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-items-list", "Q-tuple-lost"],
    keywords: &[Keyword::Items, Keyword::AdditionalItems],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), cost: Some(|_, _, _| Cost::NONE), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    tuple_to_list(cx, shape, &RULE, Keyword::Items);
}
