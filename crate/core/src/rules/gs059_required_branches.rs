//! alternatives that only require

use super::{
    Hooks, Phase, Priority, Rule,
    support::{branch, open_unions},
};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Part, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS059",
    slug: "required-branches",
    title: "alternatives that only require",
    summary: "Takes a union out whose branches only require members, and says it in the description.",
    why: "A branch must be a complete schema; `required` may stand on an object with those members only.",
    change: "The output allows any combination of the members.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["S-structural-on-non-object"],
    keywords: &[Keyword::AnyOf, Keyword::OneOf],
    phase: Phase::Union,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    open_unions(cx, shape);
    for at in (0..shape.unions.len()).rev() {
        let branches = &shape.unions[at].branches;
        if branches.is_empty() || !branches.iter().all(|part| only_requires(part)) {
            continue;
        }
        let names: Vec<String> = branches
            .iter()
            .filter_map(|part| branch(part))
            .map(|shape| shape.object.required.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(" + "))
            .filter(|names| !names.is_empty())
            .collect();
        let union = shape.unions.remove(at);
        cx.log(&RULE, union.key).gains("objects that satisfy none of the alternatives");
        if !names.is_empty() {
            shape.hint(format!("needs {}", names.join(" or ")));
        }
    }
}

fn only_requires(part: &Part) -> bool {
    branch(part).is_some_and(|shape| {
        let describes = shape.values.is_some() || shape.has_array_facts() || !shape.object.properties.is_empty();
        let typed = shape.typed && shape.kinds != crate::schema::Kinds::OBJECT;
        !describes && !typed && shape.unions.is_empty() && !shape.object.required.is_empty()
    })
}
