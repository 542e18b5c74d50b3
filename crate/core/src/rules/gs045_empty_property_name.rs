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
    draft.members.retain(|member| {
        if member.name.is_empty() {
            let required = draft.required.iter().any(|required| required.name.is_empty());
            let edit = cx.log(&RULE, member.key).loses("the member without a name");
            if required {
                edit.gains("objects without the member");
            }
        }
        !member.name.is_empty()
    });
    keep(&mut draft.required, &mut |required| !required.name.is_empty());
}
