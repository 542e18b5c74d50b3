//! look-around in patterns

use super::{Hooks, Phase, Priority, Rule};
use crate::{
    lower::{Lower, clip},
    report::Severity,
    schema::Keyword,
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    code: "GS048",
    slug: "pattern-dialect",
    title: "look-around in patterns",
    summary: "Takes a pattern out that needs look-around or back-references, and says it in the description.",
    why: "Google's services match with RE2, which has neither.",
    change: "The output allows strings that do not match.",
    priority: Priority::Low,
    severity: Severity::Warning,
    evidence: &["RE2 syntax: no backreferences, no look-around"],
    keywords: &[Keyword::Pattern],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.linear_patterns {
        return;
    }
    for fact in shape.take_facts(Keyword::Pattern) {
        let pattern = cx.fact_string(&fact);
        if !needs_backtracking(&pattern) {
            shape.facts.push(fact);
            continue;
        }
        let pattern = clip(&pattern, 100);
        cx.log(&RULE, fact.key).gains(format!("strings that do not match {pattern}"));
        shape.hint(format!("matches {pattern}"));
    }
}

/// Finds `(?=`, `(?!`, `(?<=`, `(?<!`, `\\1` and `\\k<` outside character classes.
fn needs_backtracking(pattern: &str) -> bool {
    let bytes = pattern.as_bytes();
    let mut in_class = false;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => {
                if !in_class && bytes.get(at + 1).is_some_and(|next| matches!(next, b'1'..=b'9' | b'k')) {
                    return true;
                }
                at += 1;
            }
            b'[' => in_class = true,
            b']' => in_class = false,
            b'(' if !in_class => {
                let rest = &bytes[at + 1..];
                if [b"?=".as_slice(), b"?!", b"?<=", b"?<!"].iter().any(|group| rest.starts_with(group)) {
                    return true;
                }
            }
            _ => {}
        }
        at += 1;
    }
    false
}
