//! # patternProperties
//!
//! Takes members described by a pattern of their names out, and says the pattern in the description; where members
//! without a declaration can be described, describes those so.
//!
//! ## Why
//!
//! `parameters` has no field for them.
//!
//! ## What changes
//!
//! The output allows such members with any value, but shows none of them.

use super::{
    Cost, Hook, Phase, Priority, Rule, When,
    support::{noun, pattern_part},
};
use crate::{
    lower::{Lower, clip},
    order::Gather,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Additional, Fact, Part, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-patternProperties"],
    hooks: &[
        Hook::Narrow { on: When::Has(&[Keyword::PatternProperties]), phase: Phase::Fact, with: narrow },
        Hook::Drop { of: &[Keyword::PatternProperties], phase: Phase::Fact, cost },
    ],
    ..Rule::of(module_path!())
};

/// Where members without a declaration can be described, they are described as any pattern's are.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.closed_objects {
        return forbid(cx, shape);
    }
    let closable = cx.target.takes(Keyword::AdditionalProperties);
    if !closable || !shape.kinds.has(Kinds::OBJECT) || shape.fact(Keyword::PatternProperties).is_none() {
        return;
    }
    close_impossible(cx, shape);
    let held = cx.target.takes(Keyword::PatternProperties) && shape.object.additional.is_empty();
    let described = shape.object.additional.iter().filter_map(|additional| additional.part.as_ref());
    let others: Part = described.flatten().cloned().gather();
    let anything = !others.is_empty() && noun(cx, &others).is_none();
    if held || anything {
        return;
    }
    for fact in shape.take_facts(Keyword::PatternProperties) {
        let Some(part) = pattern_part(cx, shape, &fact) else {
            cx.log(&RULE, fact.key);
            continue;
        };
        let words = names(cx, &fact);
        let edit = cx.log(&RULE, fact.key);
        let key = fact.key;
        let part = if shape.object.additional.is_empty() {
            edit.accepts_more("members of those names with values of others")
                .accepts_less("members of other names with other values");
            part
        } else {
            edit.accepts_more("members of other names, and values that belong to other names");
            if others.is_empty() { part } else { Shape::either(key, vec![part, others.clone()]) }
        };
        shape.object.additional = vec![Additional { key, part: Some(part), names: Vec::new(), patterns: true }];
        if let Some(words) = words {
            shape.hint(words);
        }
    }
}

/// Where all members must be declared, those of a pattern are lost.
fn forbid(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for fact in shape.take_facts(Keyword::PatternProperties) {
        cx.log(&RULE, fact.key).accepts_less("members of those names");
        shape.hints.extend(names(cx, &fact));
    }
}

/// Other members that can have no value are forbidden.
fn close_impossible(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for additional in &mut shape.object.additional {
        let impossible = |part: &mut Part| cx.read(part, additional.key).is_ok_and(|read| read.never.is_some());
        additional.part.take_if(impossible);
    }
}

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    Cost::accepts_more("members of those names with other values").told(names(cx, fact))
}

fn names(cx: &Lower<'_, '_>, fact: &Fact) -> Option<String> {
    let tape = cx.ast.tape();
    let patterns = tape.members(fact.key.value_of_key()).map(|key| clip(&tape.key(key), 40)).gather();
    (!patterns.is_empty()).then(|| format!("members named like {}", patterns.join(", ")))
}
