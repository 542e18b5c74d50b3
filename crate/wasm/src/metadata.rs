//! Rules and targets as plain data.

use lapidary::{RULES, Severity, TARGETS, rules::Priority};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct RulePage {
    code: &'static str,
    slug: &'static str,
    title: &'static str,
    summary: &'static str,
    why: &'static str,
    change: &'static str,
    priority: Priority,
    severity: Severity,
    evidence: &'static [&'static str],
}

#[derive(Serialize)]
pub(crate) struct TargetPage {
    id: &'static str,
    summary: &'static str,
    dated: &'static str,
    evidence: &'static [&'static str],
}

pub(crate) fn rules() -> Vec<RulePage> {
    let page = |rule: &&'static lapidary::Rule| RulePage {
        code: rule.code,
        slug: rule.slug,
        title: rule.title,
        summary: rule.summary,
        why: rule.why,
        change: rule.change,
        priority: rule.priority,
        severity: rule.severity,
        evidence: rule.evidence,
    };
    RULES.iter().map(page).collect()
}

pub(crate) fn targets() -> Vec<TargetPage> {
    let page = |target: &&'static lapidary::Target| TargetPage {
        id: target.id,
        summary: target.summary,
        dated: target.dated,
        evidence: target.evidence,
    };
    TARGETS.iter().map(page).collect()
}
