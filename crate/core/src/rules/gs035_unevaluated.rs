//! # unevaluatedProperties, unevaluatedItems
//!
//! Says what no subschema mentions as what is not declared, where that is the same; else takes the keyword out.
//!
//! ## Why
//!
//! `parameters` has no field for it.
//!
//! ## What changes
//!
//! Equivalent where nothing depends on the value; else the output allows members and items that no subschema
//! mentions.

use super::{Cost, Hook, Phase, Priority, Rule, When, support::mentions_all};
use crate::{
    lower::Lower,
    order::Gather,
    report::Severity,
    schema::{Keyword, NodeKind, Value},
    shape::{Additional, Fact, Part, Property, Shape, Term, says_nothing},
};

const KEYWORDS: &[Keyword] = &[Keyword::UnevaluatedProperties, Keyword::UnevaluatedItems];

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-additionalProperties"],
    hooks: &[
        Hook::Narrow { on: When::Has(KEYWORDS), phase: Phase::Fact, with: narrow },
        Hook::Drop { of: KEYWORDS, phase: Phase::Fact, cost },
    ],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if mentions_all(cx, shape) {
        // Arguments of which nothing is declared are none, and that is told; what is only required is not mentioned.
        let is_own = |property: &Property| Some(property.key) != shape.object.required_key;
        let declares =
            (!cx.at_arguments() || !shape.object.properties.is_empty()) && shape.object.properties.iter().all(is_own);
        for fact in shape.take_facts(Keyword::UnevaluatedProperties) {
            if declares {
                close(cx, shape, &fact);
            } else {
                shape.facts.push(fact);
            }
        }
        let of_source = |key| cx.ast.tape().key_is(key, Keyword::Items.name()) && shape.entry_at(cx, key).is_some();
        if shape.array.items.as_ref().is_some_and(|(key, _)| of_source(*key)) {
            for fact in shape.take_facts(Keyword::UnevaluatedItems) {
                cx.log(&RULE, fact.key).fix("`items` speaks of every item");
            }
        }
    }
    // What the other schemas of a conjunction mention cannot be told from what none does once they are merged.
    if shape.read_from.len() > 1 {
        cx.drop_facts(shape, &|keyword| KEYWORDS.contains(&keyword));
    }
}

/// What no subschema mentions is what the node does not declare.
fn close(cx: &mut Lower<'_, '_>, shape: &mut Shape, fact: &Fact) {
    let part = match shape.entry_at(cx, fact.key) {
        Some((_, Value::Schema(schema))) if cx.ast.kind(schema) == NodeKind::Boolean(false) => None,
        Some((_, Value::Schema(schema))) if !says_nothing(cx.ast, &[Term::Schema(schema)]) => Some(Part::from(schema)),
        _ => return shape.facts.push(fact.clone()),
    };
    let names = shape.object.properties.iter().map(|property| property.name.clone()).gather();
    cx.log(&RULE, fact.key).fix("said as `additionalProperties`: no subschema mentions another member");
    shape.object.additional.push(Additional { key: fact.key, part, names, patterns: false });
    shape.keywords.insert(Keyword::AdditionalProperties);
    if !cx.at_arguments() {
        shape.decide_members();
    }
    cx.start_over();
}

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    match fact.lexeme(cx.ast.tape()) {
        "true" | "{}" => Cost::NONE,
        "false" => Cost::of("members and items that no subschema mentions", "nothing beyond what is described"),
        _ => Cost::of(
            "members and items that no subschema mentions, with other values",
            "what is not described is restricted",
        ),
    }
}
