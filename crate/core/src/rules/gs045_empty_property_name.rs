//! members without a name

use super::{Hooks, Priority, Rule};
use crate::{
    lower::{Draft, Lower},
    order::keep,
    report::Severity,
    schema::Keyword,
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    code: "GS045",
    slug: "empty-property-name",
    title: "members without a name",
    summary: "Leaves a member out whose name is empty.",
    why: "A property key must not be empty.",
    change: "The output does not show the member.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["S-property-key-empty"],
    keywords: &[Keyword::Properties],
    hooks: Hooks { settle: Some(settle), ..Hooks::NONE },
    ..Rule::BASE
};

fn settle(cx: &mut Lower<'_, '_>, _: &mut Shape, draft: &mut Draft) {
    let member = draft.members.iter().find(|member| member.name.is_empty()).map(|member| member.key);
    let required = draft.required.iter().find(|required| required.name.is_empty()).map(|required| required.source);
    let Some(place) = member.or(required) else { return };
    let edit = cx.log(&RULE, place);
    let edit = if member.is_some() { edit.loses("the member without a name") } else { edit };
    if required.is_some() {
        edit.gains("objects without the member");
    }
    draft.members.retain(|member| !member.name.is_empty());
    keep(&mut draft.required, &mut |required| !required.name.is_empty());
}
