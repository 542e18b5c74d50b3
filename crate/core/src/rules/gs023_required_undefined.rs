//! # required without a property
//!
//! Declares what is required and not declared; takes names out of `required` that can have no property.
//!
//! ## Why
//!
//! Each name in `required` must be declared beside it.
//!
//! ## What changes
//!
//! A declared member may be what the schema allows undeclared ones to be. Without a name taken out, the output
//! allows objects without that member, which the model could not have given.

use super::{Hook, Phase, Priority, Rule, When, support::declare_required};
use crate::{
    lower::{Draft, Lower},
    order::{Map, Set, keep},
    report::Severity,
    schema::{Keyword, Kinds},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["S-required-undefined"],
    hooks: &[
        Hook::Narrow { on: When::Has(&[Keyword::Required]), phase: Phase::Value, with: narrow },
        Hook::Settle { phase: Phase::Value, with: settle },
    ],
    ..Rule::of(module_path!())
};

/// Declares what is required and allowed.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.complete_nodes && shape.typed && shape.kinds.has(Kinds::OBJECT) && shape.unions.is_empty() {
        declare_required(cx, shape, &RULE);
    }
}

fn settle(cx: &mut Lower<'_, '_>, _: &mut Shape, draft: &mut Draft) {
    let Draft { required, members, .. } = draft;
    if !cx.target.complete_nodes {
        let mut seen = Set::new();
        keep(required, &mut |name| {
            let first = seen.insert(name.name.clone());
            if !first {
                cx.log(&RULE, name.source).fix("the name stands twice");
            }
            first
        });
        return;
    }
    // The members, each with how often it has been met among the names.
    let mut met: Map<&str, usize> = members.iter().map(|member| (member.name.as_str(), 0)).collect();
    keep(required, &mut |name| {
        let times = met.get_mut(name.name.as_str()).map(|times| {
            *times += 1;
            *times
        });
        match times {
            Some(1) => return true,
            Some(_) => drop(cx.log(&RULE, name.source).fix("the name stands twice")),
            None => drop(cx.log(&RULE, name.source).accepts_more(format!("objects without {:?}", name.name))),
        }
        false
    });
}
