//! Rules, as edits refer to them.

use serde::Serialize;

/// How often and how badly a pattern affects users, judged by public bug reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
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

impl Priority {
    /// The word for it, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Priority::Critical => "critical",
            Priority::Medium => "medium",
            Priority::Low => "low",
        }
    }
}

/// How severe a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Cosmetic, or equivalent.
    Info,
    /// Meaning is lost.
    Warning,
    /// The target rejects or misreads it.
    Error,
}

impl Severity {
    /// The word for it, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A pattern that targets reject or misread, and what is done about it. Code, slug and title are those of the
/// rule's file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rule {
    /// Stable code, `GS` and three digits.
    pub code: &'static str,
    /// Name in words joined by hyphens.
    pub slug: &'static str,
    /// The pattern, as people call it.
    pub title: &'static str,
    /// The version that introduced the rule.
    pub since: &'static str,
    /// How much the pattern matters.
    pub priority: Priority,
    /// How severe a finding is, unless the edit sets another severity.
    pub severity: Severity,
    /// Rows of the error catalogue, and sections of specifications.
    pub evidence: &'static [&'static str],
    /// Whether following this rule's keyword copies what it leads to.
    pub unfolds: bool,
}
