//! patternProperties

use super::{Cost, Hooks, Phase, Priority, Rule, support::pattern_part};
use crate::{
    lower::{Lower, clip},
    order::Gather,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Additional, Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS033",
    slug: "pattern-properties",
    title: "patternProperties",
    summary: "Takes members described by a pattern of their names out, and says the pattern in the description; where members without a declaration can be described, describes those so.",
    why: "`parameters` has no field for them.",
    change: "The output allows such members with any value, but shows none of them.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-patternProperties"],
    keywords: &[Keyword::PatternProperties],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

/// Where members without a declaration can be described, they are described as any pattern's are.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let closable = cx.target.takes(Keyword::AdditionalProperties) && !cx.target.closed_objects;
    let open = shape.object.additional.iter().any(|additional| additional.part.is_some());
    let held = cx.target.takes(Keyword::PatternProperties) && shape.object.additional.is_empty();
    if !closable || open || held || !shape.kinds.has(Kinds::OBJECT) {
        return;
    }
    for fact in shape.take_facts(Keyword::PatternProperties) {
        let Some(part) = pattern_part(cx, shape, &fact) else {
            cx.log(&RULE, fact.key);
            continue;
        };
        let words = names(cx, &fact);
        let edit = cx.log(&RULE, fact.key).gains("members of other names");
        if shape.object.additional.is_empty() {
            edit.loses("members of other names with other values");
        }
        let key = fact.key;
        shape.object.additional = vec![Additional { key, part: Some(part), names: Vec::new(), patterns: true }];
        if let Some(words) = words {
            shape.hint(words);
        }
    }
}

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    Cost::gains("members of those names with other values").told(names(cx, fact))
}

fn names(cx: &Lower<'_, '_>, fact: &Fact) -> Option<String> {
    let tape = cx.ast.tape();
    let patterns = tape.members(fact.key.value_of_key()).map(|key| clip(&tape.key(key), 40)).gather();
    (!patterns.is_empty()).then(|| format!("members named like {}", patterns.join(", ")))
}
