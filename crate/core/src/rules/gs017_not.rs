//! not

use super::{Hooks, Phase, Priority, Rule, support::drop_fact};
use crate::{json::Kind, lower::Lower, report::Severity, schema::Keyword, shape::{Fact, Shape}};

pub(super) static RULE: Rule = Rule {
    code: "GS017",
    slug: "not",
    title: "not",
    summary: "Takes an exclusion out and says so in the description.",
    why: "`parameters` has no field for it.",
    change: "The output allows what the schema excluded.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-oneOf-undocumented", "JSON Schema 2020-12 core §10.2.1.4"],
    keywords: &[Keyword::Not],
    phase: Phase::Root,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let all = shape.facts.iter().find(|fact| fact.keyword == Keyword::Not && excludes_all(cx, fact)).map(|fact| fact.key);
    if let (Some(key), false) = (all, cx.target.takes(Keyword::Not)) {
        cx.log(&RULE, key).detail("nothing is left when everything is excluded");
        shape.never = Some(key);
        return;
    }
    drop_fact(cx, shape, &RULE, Keyword::Not, |cx, fact| (Some("the values that `not` excludes".to_owned()), excluded(cx, fact)));
}

/// `not: {}` and `not: true` allow nothing.
fn excludes_all(cx: &Lower<'_, '_>, fact: &Fact) -> bool {
    let tape = cx.ast.tape();
    let not = fact.key.value_of_key();
    tape.boolean(not) == Some(true) || (tape.kind(not) == Kind::Object && tape.members(not).next().is_none())
}

/// The excluded values, where they are listed.
fn excluded(cx: &Lower<'_, '_>, fact: &Fact) -> Option<String> {
    let tape = cx.ast.tape();
    let not = fact.key.value_of_key();
    let list: Vec<_> = match (tape.get(not, "const"), tape.get(not, "enum")) {
        (Some(value), _) => vec![value],
        (None, Some(values)) => tape.elements(values).collect(),
        (None, None) => return None,
    };
    Some(format!("not {}", crate::lower::spell_list(tape, &list)))
}
