//! # members without a name
//!
//! Leaves a member out whose name is empty.
//!
//! ## Why
//!
//! A property key must not be empty.
//!
//! ## What changes
//!
//! The output does not show the member.

use super::{Hook, Phase, Priority, Rule};
use crate::{
    lower::{Draft, Lower},
    order::keep,
    report::Severity,
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["S-property-key-empty"],
    hooks: &[Hook::Settle { phase: Phase::Fact, with: settle }],
    ..Rule::of(module_path!())
};

fn settle(cx: &mut Lower<'_, '_>, _: &mut Shape, draft: &mut Draft) {
    let member = draft.members.iter().find(|member| member.name.is_empty()).map(|member| member.key);
    let required = draft.required.iter().find(|required| required.name.is_empty()).map(|required| required.source);
    let Some(place) = member.or(required) else { return };
    let edit = cx.log(&RULE, place);
    let edit = if member.is_some() { edit.accepts_less("the member without a name") } else { edit };
    if required.is_some() {
        edit.accepts_more("objects without the member");
    }
    draft.members.retain(|member| !member.name.is_empty());
    keep(&mut draft.required, &mut |required| !required.name.is_empty());
}
