//! # dependentRequired, dependentSchemas, dependencies
//!
//! Takes demands that one member makes on others out, and names them in the description.
//!
//! ## Why
//!
//! `parameters` has no field for them.
//!
//! ## What changes
//!
//! The output allows the one member without the others.

use super::{
    Cost, Hook, Phase, Priority, Rule, When,
    support::{declare_members, dependent_words, need_words},
};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape, depended_on},
};

const KEYWORDS: &[Keyword] = &[Keyword::DependentRequired, Keyword::DependentSchemas, Keyword::Dependencies];

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-dependent"],
    hooks: &[
        Hook::Narrow { on: When::Has(KEYWORDS), phase: Phase::Union, with: narrow },
        Hook::Drop { of: KEYWORDS, phase: Phase::Union, cost },
    ],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for at in 0..shape.facts.len() {
        let Fact { keyword, key, .. } = shape.facts[at];
        let described = shape.entry_at(cx, key).filter(|_| KEYWORDS.contains(&keyword));
        if let Some((_, map)) = described {
            let found = depended_on(cx, key, map);
            declare_members(cx, shape, &RULE, key, found);
        }
    }
}

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let mut words = Vec::new();
    // "a needs b, c" for each list of names.
    let tape = cx.ast.tape();
    for key in tape.members(fact.key.value_of_key()) {
        words.extend(need_words(cx, &tape.key(key), &cx.ast.list(key.value_of_key())));
    }
    // "if a is given: needs b" for each schema.
    let described = shape.entry_at(cx, fact.key).map_or(&[][..], |(_, map)| cx.ast.links(map));
    for link in described {
        words.extend(link.schema.and_then(|schema| dependent_words(cx, &tape.key(link.key), schema)));
    }
    let words = words.join("; ");
    let words = if words.is_empty() { "some members need others" } else { words.as_str() };
    Cost::of("members without those that they depend on", words)
}
