//! # $schema
//!
//! Takes the dialect declaration out.
//!
//! ## Why
//!
//! `parameters` has no field for it, at any depth; where it may stay, an old dialect would make readers ignore
//! `prefixItems`, which a list of positions becomes.
//!
//! ## What changes
//!
//! The dialect has been read by then; nothing is lost.

use super::{Cost, Hook, Phase, Priority, Rule, When};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Value},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-unknown-schema-uri"],
    hooks: &[
        Hook::Narrow { on: When::Has(&[Keyword::SchemaUri]), phase: Phase::Fact, with: narrow },
        Hook::Drop { of: &[Keyword::SchemaUri], phase: Phase::Fact, cost: |_, _, _| Cost::NONE },
    ],
    ..Rule::of(module_path!())
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
