//! # propertyOrdering
//!
//! Takes the order of members out where the target may not know it; elsewhere keeps only declared names in it.
//!
//! ## Why
//!
//! Older surfaces have no such field, and every name in it must be declared.
//!
//! ## What changes
//!
//! No value is lost or gained; the members keep their order.

use super::{Cost, Hook, Phase, Priority, Rule};
use crate::{
    json::quote,
    lower::{Draft, Lower},
    order::Set,
    report::Severity,
    schema::Keyword,
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Info,
    evidence: &["S-ordering-undefined"],
    hooks: &[
        Hook::Drop { of: &[Keyword::PropertyOrdering], phase: Phase::Note, cost: |_, _, _| Cost::NONE },
        Hook::Settle { phase: Phase::Note, with: settle },
    ],
    ..Rule::of(module_path!())
};

fn settle(cx: &mut Lower<'_, '_>, shape: &mut Shape, draft: &mut Draft) {
    let tape = cx.ast.tape();
    let Some(fact) = shape.facts.iter_mut().find(|fact| fact.keyword == Keyword::PropertyOrdering) else { return };
    let declared: Set<&str> = draft.members.iter().map(|member| member.name.as_str()).collect();
    let (mut kept, mut lost) = (Vec::new(), false);
    for name in tape.elements(fact.key.value_of_key()).filter_map(|name| tape.string(name)) {
        if declared.contains(name.as_ref()) {
            kept.push(quote(&name));
        } else {
            lost = true;
        }
    }
    if lost {
        fact.text = Some(format!("[{}]", kept.join(",")));
        let key = fact.key;
        let edit = cx.log(&RULE, key).fix("only declared names stay in it");
        edit.severity(Severity::Error);
    }
}
