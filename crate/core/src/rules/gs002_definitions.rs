//! $defs, definitions

use super::{Cost, Hooks, Phase, Priority, Rule};
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
    hooks: Hooks { narrow: Some(narrow), cost: Some(|_, _, _| Cost::NONE), ..Hooks::NONE },
    ..Rule::BASE
};

/// What a reference uses stands at the root; definitions elsewhere are not needed there.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.takes(Keyword::Defs) {
        return;
    }
    let name = cx.target.references.names().1;
    let own = cx.ast.entry(cx.ast.root(), Keyword::Defs).map(|entry| entry.key);
    for fact in shape.take_facts(Keyword::Defs) {
        if cx.at_root() && own == Some(fact.key) && cx.ast.tape().key(fact.key) == name {
            shape.facts.push(fact);
        } else {
            cx.log(&RULE, fact.key);
        }
    }
}
