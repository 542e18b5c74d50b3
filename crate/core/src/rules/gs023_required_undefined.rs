//! required without a property

use super::{Hooks, Phase, Priority, Rule};
use crate::{
    lower::{Draft, Lower},
    order::{Gather, Map, keep},
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Part, Property, Shape},
};

pub(super) static RULE: Rule = Rule {
    code: "GS023",
    slug: "required-undefined",
    title: "required without a property",
    summary: "Declares what is required and not declared; takes names out of `required` that can have no property.",
    why: "Each name in `required` must be declared beside it.",
    change: "A declared member may be what the schema allows undeclared ones to be. Without a name taken out, the output allows objects without that member, which the model could not have given.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["S-required-undefined"],
    keywords: &[Keyword::Required],
    phase: Phase::Value,
    hooks: Hooks { narrow: Some(narrow), settle: Some(settle), ..Hooks::NONE },
    ..Rule::BASE
};

/// Declares what is required and allowed.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let object = shape.typed && shape.kinds.has(Kinds::OBJECT) && shape.unions.is_empty();
    if !cx.target.complete_nodes || !object || shape.object.is_closed() {
        return;
    }
    let mut declared = shape.object.declared();
    let required = shape.object.required.iter().filter(|required| !required.name.is_empty());
    for required in required.filter(|required| declared.insert(&required.name)).cloned().gather() {
        cx.log(&RULE, required.source)
            .detail(format!("{:?} is declared, with what the schema says of undeclared members", required.name));
        let mut part = Part::new();
        for described in shape.object.additional.iter().filter(|it| !it.patterns) {
            part.extend(described.part.iter().flatten().cloned());
        }
        if part.is_empty() {
            part = Shape::any(required.source).into();
        }
        let key = shape.object.required_key.unwrap_or(shape.origin);
        shape.object.declare(Property::new(required.name, key, part), shape.origin);
    }
}

fn settle(cx: &mut Lower<'_, '_>, _: &mut Shape, draft: &mut Draft) {
    if !cx.target.complete_nodes {
        return;
    }
    let Draft { required, members, .. } = draft;
    // The members, each with how often it has been met among the names.
    let mut met: Map<&str, usize> = members.iter().map(|member| (member.name.as_str(), 0)).collect();
    keep(required, &mut |name| {
        let times = met.get_mut(name.name.as_str()).map(|times| {
            *times += 1;
            *times
        });
        match times {
            Some(1) => return true,
            Some(_) => drop(cx.log(&RULE, name.source).detail("the name stands twice")),
            None => drop(cx.log(&RULE, name.source).gains(format!("objects without {:?}", name.name))),
        }
        false
    });
}
