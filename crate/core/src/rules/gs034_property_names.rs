//! propertyNames

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{
    lower::{Lower, spell, spell_list},
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS034",
    slug: "property-names",
    title: "propertyNames",
    summary: "Takes the rule for member names out.",
    why: "`parameters` has no field for it.",
    change: "The output allows members of any name.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-propertyNames"],
    keywords: &[Keyword::PropertyNames],
    phase: Phase::Fact,
    hooks: Hooks { cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let tape = cx.ast.tape();
    let names = fact.key.value_of_key();
    let only_strings = tape
        .members(names)
        .all(|key| tape.key_is(key, "type") && tape.string(key.value_of_key()).is_some_and(|kind| kind == "string"));
    if only_strings {
        return Cost::NONE;
    }
    let words = match (tape.get(names, "pattern"), tape.get(names, "enum")) {
        (Some(pattern), _) => Some(format!("names match {}", spell(tape, pattern))),
        (None, Some(list)) => Some(format!("names: {}", spell_list(tape, &cx.ast.list(list)))),
        (None, None) => None,
    };
    Cost::gains("members of other names").told(words)
}
