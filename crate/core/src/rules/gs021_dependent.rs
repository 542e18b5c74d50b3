//! dependentRequired, dependentSchemas, dependencies

use super::{
    Hooks, Phase, Priority, Rule,
    support::{dependent_words, drop_fact, need_words, words_for},
};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Value},
    shape::Shape,
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
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for keyword in RULE.keywords {
        let schemas = words_for(cx, shape, *keyword, |value| schemas(cx, value));
        drop_fact(cx, shape, &RULE, *keyword, |cx, fact| {
            let words = [names(cx, fact.key.value_of_key()), schemas.get(&fact.key).cloned()];
            let words: Vec<String> = words.into_iter().flatten().collect();
            let gains = "members without those that they depend on".to_owned();
            (Some(gains), (!words.is_empty()).then(|| words.join("; ")))
        });
    }
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
