//! A rule: what it is called, what it documents, where it takes part.

use super::{DOCS, Hook, NAMES, RULES, When};
use crate::{report::Severity, schema::KeywordSet};

/// How much a pattern matters to users, from the reports that named the first 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// Calls fail or go wrong.
    Critical,
    /// Seen often.
    Medium,
    /// Seen seldom.
    Low,
}

/// What a rule is called, by the name of its file.
pub(super) struct Names {
    /// The file's name without its ending.
    pub(super) module: &'static str,
    pub(super) code: &'static str,
    pub(super) slug: &'static str,
    pub(super) title: &'static str,
}

/// What the documentation at the top of a rule's file says. It stands apart from the rules, so that a program that
/// does not show it does not hold it.
#[derive(Debug)]
pub struct Docs {
    /// What the rule does, in a sentence or two.
    pub summary: &'static str,
    /// Why the target does not take the pattern.
    pub why: &'static str,
    /// What changes, and what the output accepts more or less by it.
    pub change: &'static str,
    /// All of it, in Markdown.
    pub text: &'static str,
}

/// A pattern that targets refuse or misread, and what is done about it. Code, slug and title are those of the
/// rule's file.
#[derive(Debug)]
pub struct Rule {
    /// Stable code, `GS` and three digits.
    pub code: &'static str,
    /// Name in words joined by hyphens.
    pub slug: &'static str,
    /// The pattern, as people call it.
    pub title: &'static str,
    /// The version that brought the rule.
    pub since: &'static str,
    /// How much the pattern matters.
    pub priority: Priority,
    /// How grave a finding is unless the edit says otherwise.
    pub severity: Severity,
    /// Rows of the error catalogue, and sections of specifications.
    pub evidence: &'static [&'static str],
    /// Whether following this rule's keyword copies what it leads to.
    pub unfolds: bool,
    /// Where the rule takes part.
    pub hooks: &'static [Hook],
}

impl Rule {
    /// The rule of a file, of which only the documentation is known: `Rule::of(module_path!())`.
    pub(crate) const fn of(module: &str) -> Rule {
        let mut at = 0;
        while !ends_with(module.as_bytes(), NAMES[at].module.as_bytes()) {
            at += 1;
        }
        let Names { code, slug, title, .. } = NAMES[at];
        Rule {
            code,
            slug,
            title,
            since: "0.1.0",
            priority: Priority::Low,
            severity: Severity::Error,
            evidence: &[],
            unfolds: false,
            hooks: &[],
        }
    }

    /// The rule of that code, in any case.
    #[must_use]
    pub fn find(code: &str) -> Option<&'static Rule> {
        RULES.iter().copied().find(|rule| rule.code.eq_ignore_ascii_case(code))
    }

    /// The documentation at the top of its file.
    #[must_use]
    pub fn docs(&self) -> &'static Docs {
        &DOCS[RULES.iter().position(|rule| rule.code == self.code).unwrap_or_default()]
    }

    /// The keywords that its hooks name.
    pub(crate) fn keywords(&self) -> KeywordSet {
        let named = self.hooks.iter().map(|hook| match hook {
            Hook::Read { of, .. } | Hook::Drop { of, .. } | Hook::Narrow { on: When::Has(of), .. } => {
                KeywordSet::of(of)
            }
            _ => KeywordSet::EMPTY,
        });
        named.fold(KeywordSet::EMPTY, KeywordSet::union)
    }
}

const fn ends_with(text: &[u8], end: &[u8]) -> bool {
    if text.len() < end.len() {
        return false;
    }
    let mut at = 0;
    while at < end.len() {
        if text[text.len() - end.len() + at] != end[at] {
            return false;
        }
        at += 1;
    }
    true
}
