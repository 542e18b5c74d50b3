//! keywords of other types

use super::{Hooks, Phase, Priority, Rule};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    code: "GS051",
    slug: "other-types-keyword",
    title: "keywords of other types",
    summary: "Takes members and items out of nodes whose type has none.",
    why: "Members may stand on objects only, items on arrays only.",
    change: "Equivalent: such keywords constrain nothing there.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["S-structural-on-non-object", "S-items-on-non-array"],
    keywords: &[
        Keyword::Properties,
        Keyword::Required,
        Keyword::PropertyOrdering,
        Keyword::Items,
        Keyword::MinItems,
        Keyword::MaxItems,
        Keyword::AnyOf,
        Keyword::OneOf,
    ],
    phase: Phase::Value,
    everywhere: true,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !shape.typed || !shape.unions.is_empty() || !cx.target.complete_nodes {
        return;
    }
    if !shape.kinds.meets(Kinds::OBJECT) {
        let object = std::mem::take(&mut shape.object);
        for key in [object.key, object.required_key].iter().flatten() {
            cx.log(&RULE, *key);
        }
        for additional in &object.additional {
            cx.log(&RULE, additional.key);
        }
    }
    if !shape.kinds.meets(Kinds::ARRAY) {
        let array = std::mem::take(&mut shape.array);
        let [items, rest] = [&array.items, &array.rest].map(|it| it.as_ref().map(|(key, _)| *key));
        for key in [items, array.prefix.as_ref().map(|(key, _)| *key), rest].iter().flatten() {
            cx.log(&RULE, *key);
        }
    }
    let kinds = shape.kinds;
    let wrong = shape.take_facts_if(&mut |fact| match fact.keyword {
        Keyword::PropertyOrdering => !kinds.meets(Kinds::OBJECT),
        Keyword::MinItems | Keyword::MaxItems => !kinds.meets(Kinds::ARRAY),
        _ => false,
    });
    for fact in wrong {
        cx.log(&RULE, fact.key);
    }
}
