//! $schema

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Value},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    code: "GS004",
    slug: "schema-uri",
    title: "$schema",
    summary: "Takes the dialect declaration out.",
    why: "`parameters` has no field for it, at any depth; where it may stay, an old dialect would make readers ignore `prefixItems`, which a list of positions becomes.",
    change: "The dialect has been read by then; nothing is lost.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-unknown-schema-uri"],
    keywords: &[Keyword::SchemaUri],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), cost: Some(|_, _, _| Cost::NONE), ..Hooks::NONE },
    ..Rule::BASE
};

/// A dialect that calls the positions of a list `items` does not know what they are called in the output.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.takes(Keyword::SchemaUri) || !cx.target.takes(Keyword::PrefixItems) {
        return;
    }
    let is_list = |schema| {
        let items = cx.ast.entry(schema, Keyword::Items);
        items.is_some_and(|entry| matches!(entry.value, Value::Links(..)))
    };
    for fact in shape.take_facts(Keyword::SchemaUri) {
        let newest = cx.fact_string(&fact).contains("2020-12");
        if newest || !cx.ast.ids().any(is_list) {
            shape.facts.push(fact);
        } else {
            cx.log(&RULE, fact.key).annotation();
        }
    }
}
