//! dependentRequired, dependentSchemas, dependencies

use super::{
    Cost, Hooks, Phase, Priority, Rule,
    support::{declare_members, dependent_words, need_words},
};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Value},
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS021",
    slug: "dependent",
    title: "dependentRequired, dependentSchemas, dependencies",
    summary: "Takes demands that one member makes on others out, and names them in the description.",
    why: "`parameters` has no field for them.",
    change: "The output allows the one member without the others.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-dependent"],
    keywords: &[Keyword::DependentRequired, Keyword::DependentSchemas, Keyword::Dependencies],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let described = |fact: &Fact| {
        let (_, map) = shape.entry_at(cx, fact.key).filter(|_| RULE.keywords.contains(&fact.keyword))?;
        Some((fact.key, cx.ast.links(map).iter().filter_map(|link| link.schema).collect::<Vec<_>>()))
    };
    for (key, schemas) in shape.facts.iter().filter_map(described).collect::<Vec<_>>() {
        declare_members(cx, shape, &RULE, key, &schemas);
    }
}

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let described = shape.entry_at(cx, fact.key).and_then(|(_, map)| schemas(cx, map));
    let words: Vec<String> = [names(cx, fact.key.value_of_key()), described].into_iter().flatten().collect();
    Cost::gains("members without those that they depend on").told(Some(if words.is_empty() {
        "some members need others".to_owned()
    } else {
        words.join("; ")
    }))
}

/// "a needs b, c" for each list of names.
fn names(cx: &Lower<'_, '_>, map: crate::json::JsonId) -> Option<String> {
    let tape = cx.ast.tape();
    let lists = tape.members(map).filter_map(|key| {
        let names: Vec<_> = tape.elements(key.value_of_key()).collect();
        need_words(cx, &tape.key(key), &names)
    });
    let words: Vec<String> = lists.collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// "if a is given: needs b" for each schema.
fn schemas(cx: &Lower<'_, '_>, map: Value) -> Option<String> {
    let links = cx.ast.links(map).iter();
    let words: Vec<String> =
        links.filter_map(|link| dependent_words(cx, &cx.ast.tape().key(link.key), link.schema?)).collect();
    (!words.is_empty()).then(|| words.join("; "))
}
