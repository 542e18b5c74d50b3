//! # if, then, else
//!
//! Turns conditions on a member of listed strings into alternatives; of other conditions the description tells.
//!
//! ## Why
//!
//! `parameters` has no conditions.
//!
//! ## What changes
//!
//! Alternatives are equivalent; where words have to do, at the root too, the output allows what the condition ruled
//! out.

use super::{
    Cost, Hook, Phase, Priority, Rule, When,
    support::{choice, conditional, conditional_words, conditionals, declare_members},
};
use crate::{
    lower::Lower,
    order::keep,
    report::Severity,
    schema::Keyword,
    shape::{Ask, Fact, Shape, mentioned},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["google-ai-generativelanguage 0.12.1 content.Schema", "JSON Schema 2020-12 core §10.2.2"],
    hooks: &[
        Hook::Narrow { on: When::Has(&[Keyword::If, Keyword::Then, Keyword::Else]), phase: Phase::Union, with: narrow },
        Hook::Drop { of: &[Keyword::If, Keyword::Then, Keyword::Else], phase: Phase::Union, cost },
    ],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.takes(Keyword::If) {
        return;
    }
    let mut pending = conditionals(cx, shape);
    if let Some(choice) = choice(cx, shape, &pending) {
        for solved in &choice.solved {
            cx.log(&RULE, solved.keys[0]).fix(format!("said as alternatives by the values of {:?}", choice.name));
            shape.keep_facts(&|fact| !solved.keys.contains(&fact.key));
            keep(&mut pending, &mut |left| left.condition != solved.condition);
        }
        shape.keywords.insert(Keyword::AnyOf);
        shape.unions.push(choice.union);
    }
    if let Some(first) = pending.first() {
        let mut asked = Vec::new();
        for one in &pending {
            asked.extend(one.then.into_iter().chain(one.otherwise).map(Ask::Describes));
            asked.push(Ask::Tests(one.condition));
        }
        let found = mentioned(cx, &asked);
        declare_members(cx, shape, &RULE, first.keys[0], found);
    }
}

/// Only `if` is counted as the condition; its consequences go with it.
fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let schema = shape.entry_at(cx, fact.key).filter(|_| fact.keyword == Keyword::If).map(|(schema, _)| schema);
    match schema.and_then(|schema| conditional(cx, schema)) {
        Some(condition) => {
            let words = conditional_words(cx, &condition);
            Cost::of("values that the condition rules out", words.as_deref().unwrap_or("further conditions hold"))
        }
        None => Cost::NONE,
    }
}
