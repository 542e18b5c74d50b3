//! dependentRequired, dependentSchemas, dependencies

use super::{Hooks, Phase, Priority, Rule, support::drop_fact};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::{Fact, Shape}};

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
        drop_fact(cx, shape, &RULE, *keyword, |cx, fact| (Some("members without those that they depend on".to_owned()), dependents(cx, fact)));
    }
}

/// "a needs b, c" for each list of names.
fn dependents(cx: &Lower<'_, '_>, fact: &Fact) -> Option<String> {
    let tape = cx.ast.tape();
    let words: Vec<String> = tape
        .members(fact.key.value_of_key())
        .filter_map(|key| {
            let names: Vec<_> = tape.elements(key.value_of_key()).collect();
            (!names.is_empty()).then(|| format!("{} needs {}", tape.key(key), crate::lower::spell_list(tape, &names)))
        })
        .collect();
    (!words.is_empty()).then(|| words.join("; "))
}
