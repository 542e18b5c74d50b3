//! $schema

use super::{Hooks, Phase, Priority, Rule, support::drop_fact};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS004",
    slug: "schema-uri",
    title: "$schema",
    summary: "Takes the dialect declaration out.",
    why: "`parameters` has no field for it, at any depth.",
    change: "The dialect has been read by then; nothing is lost.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-unknown-schema-uri"],
    keywords: &[Keyword::SchemaUri],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    drop_fact(cx, shape, &RULE, Keyword::SchemaUri, |_, _| (None, None));
}
