//! allOf

use super::{Hooks, Phase, Priority, Rule, support::value_of};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Entry, Keyword, Value},
    shape::{Reader, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS007",
    slug: "all-of",
    title: "allOf",
    summary: "Intersects the schemas of `allOf` with the node, keyword by keyword.",
    why: "`parameters` has no `allOf`.",
    change: "Equivalent; where a node needs two patterns or two formats at once, the first stays and the description tells the others.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-oneOf-undocumented", "JSON Schema 2020-12 core §10.2.1.1"],
    keywords: &[Keyword::AllOf],
    phase: Phase::Fact,
    everywhere: true,
    hooks: Hooks { read: Some(read), narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) {
    let Value::Links(..) = entry.value else { return reader.keep(entry) };
    reader.cx.log(&RULE, entry.key);
    let branches: Vec<_> = reader.cx.ast.links(entry.value).iter().filter_map(|link| link.schema).collect();
    for branch in branches {
        reader.follow(&RULE, entry.key, branch);
    }
}

/// Of keywords that an object can hold once, the first of several stays.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for keyword in [Keyword::Pattern, Keyword::Format] {
        if shape.facts.iter().filter(|fact| fact.keyword == keyword).count() < 2 {
            continue;
        }
        let mut facts = shape.take_facts(keyword);
        for extra in facts.drain(1..) {
            let words = format!("{} {}", keyword.name(), value_of(cx, &extra));
            cx.log(&RULE, extra.key).gains(format!("strings without {words}"));
            shape.hint(format!("also {words}"));
        }
        shape.facts.extend(facts);
    }
}
