//! required without a property

use std::collections::BTreeSet;

use super::{Hooks, Priority, Rule};
use crate::{
    lower::{Draft, Lower},
    report::Severity,
    schema::Keyword,
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    code: "GS023",
    slug: "required-undefined",
    title: "required without a property",
    summary: "Takes names out of `required` that no property has.",
    why: "Each name in `required` must be declared beside it.",
    change: "The output allows objects without those members; the model could not have given them.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["S-required-undefined"],
    keywords: &[Keyword::Required],
    hooks: Hooks { settle: Some(settle), ..Hooks::NONE },
    ..Rule::BASE
};

fn settle(cx: &mut Lower<'_, '_>, _: &mut Shape, draft: &mut Draft) {
    let Draft { required, properties, .. } = draft;
    let declared: BTreeSet<&str> = properties.iter().map(|(_, name, _)| name.as_str()).collect();
    let mut seen = BTreeSet::new();
    required.retain(|name| {
        let known = declared.contains(name.name.as_str());
        let first = seen.insert(name.name.clone());
        if !known {
            cx.log(&RULE, name.source).gains(format!("objects without {:?}", name.name));
        } else if !first {
            cx.log(&RULE, name.source).detail("the name stands twice");
        }
        known && first
    });
}
