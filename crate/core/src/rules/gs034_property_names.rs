//! propertyNames

use super::{Hooks, Phase, Priority, Rule, support::drop_fact};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS034",
    slug: "property-names",
    title: "propertyNames",
    summary: "Takes the rule for member names out.",
    why: "`parameters` has no field for it.",
    change: "The output allows members of any name.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-propertyNames"],
    keywords: &[Keyword::PropertyNames],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    drop_fact(cx, shape, &RULE, Keyword::PropertyNames, |_, _| (Some("members of other names".to_owned()), None));
}
