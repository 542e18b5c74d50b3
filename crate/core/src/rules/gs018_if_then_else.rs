//! if, then, else

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Hooks, Phase, Priority, Rule,
    support::{choice, conditional_words, conditionals, drop_fact},
};
use crate::{json::JsonId, lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS018",
    slug: "if-then-else",
    title: "if, then, else",
    summary: "Turns conditions on a member of listed strings into alternatives; of other conditions the description tells.",
    why: "`parameters` has no conditions.",
    change: "Alternatives are equivalent; where words have to do, at the root too, the output allows what the condition ruled out.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["google-ai-generativelanguage 0.12.1 content.Schema", "JSON Schema 2020-12 core §10.2.2"],
    keywords: &[Keyword::If, Keyword::Then, Keyword::Else],
    phase: Phase::Union,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let mut pending = conditionals(cx, shape);
    if !cx.target.takes(Keyword::If)
        && let Some(choice) = choice(cx, shape, &pending)
    {
        for solved in &choice.solved {
            cx.log(&RULE, solved.keys[0]).detail(format!("said as alternatives by the values of {:?}", choice.name));
            shape.facts.retain(|fact| !solved.keys.contains(&fact.key));
            pending.retain(|left| left.keys != solved.keys);
        }
        shape.keywords.insert(Keyword::AnyOf);
        shape.unions.push(choice.union);
    }
    let facts: BTreeSet<JsonId> = shape.facts.iter().map(|fact| fact.key).collect();
    let place = |keys: &[JsonId]| keys.iter().copied().find(|key| facts.contains(key));
    let words: BTreeMap<JsonId, String> = pending
        .iter()
        .filter_map(|conditional| Some((place(&conditional.keys)?, conditional_words(cx, conditional)?)))
        .collect();
    for keyword in RULE.keywords {
        // Only `if` is counted as the condition; its consequences go with it.
        let rules_out = *keyword == Keyword::If && !pending.is_empty();
        drop_fact(cx, shape, &RULE, *keyword, |_, fact| {
            (rules_out.then(|| "values that the condition rules out".to_owned()), words.get(&fact.key).cloned())
        });
    }
}
