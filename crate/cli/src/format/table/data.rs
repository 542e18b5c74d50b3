//! What the table says, in the form of JSON.

use lapidary::{Issue, Severity};
use serde::Serialize;

use crate::{
    survey::{Measured, Outcome, Tokens, separated},
    terminal::output::count,
};

/// All that the table says, in the form of JSON.
#[derive(Default, Serialize)]
pub(super) struct Survey {
    /// The version of this form, which is the report's.
    pub(super) version: u32,
    /// The target that was checked.
    pub(super) target: &'static str,
    pub(super) tools: Vec<Row>,
    pub(super) targets: Vec<TargetLine>,
    pub(super) rules: Vec<RuleLine>,
    /// The issues of documents as a whole.
    pub(super) issues: Vec<OfDocument>,
    /// How many findings do not count.
    pub(super) excused: usize,
    /// The option that suits the tools better, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) better: Option<String>,
}

/// A tool.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) file: String,
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) measured: Measured,
    pub(super) targets: Vec<OfTarget>,
}

/// A tool for a target.
#[derive(Serialize)]
pub(super) struct OfTarget {
    pub(super) target: &'static str,
    #[serde(flatten)]
    pub(super) measured: Measured,
}

/// How many tools come to what for a target, and their tokens.
#[derive(Serialize)]
pub(super) struct TargetLine {
    pub(super) target: &'static str,
    pub(super) accepted_as_written: usize,
    pub(super) fixed: usize,
    pub(super) loses_meaning: usize,
    pub(super) rejected: usize,
    pub(super) tokens: Tokens,
}

/// What a rule found, with the gravest severity of it.
#[derive(Serialize)]
pub(super) struct RuleLine {
    pub(super) code: &'static str,
    pub(super) title: &'static str,
    pub(super) severity: Severity,
    pub(super) tools: usize,
    pub(super) findings: usize,
}

#[derive(Serialize)]
pub(super) struct OfDocument {
    pub(super) file: String,
    #[serde(flatten)]
    pub(super) issue: Issue,
}

impl TargetLine {
    pub(super) fn of(target: &'static str, at: usize, rows: &[Row]) -> TargetLine {
        let measured = || rows.iter().filter_map(|row| row.targets.get(at)).map(|other| &other.measured);
        let count = |outcome| measured().filter(|tool| tool.outcome == outcome).count();
        TargetLine {
            target,
            accepted_as_written: count(Outcome::AcceptedAsWritten),
            fixed: count(Outcome::Fixed),
            loses_meaning: count(Outcome::LosesMeaning),
            rejected: count(Outcome::Rejected),
            tokens: Tokens::sum(measured().map(|tool| tool.tokens)),
        }
    }

    /// The numbers of tools, in the order of [`Outcome::ALL`].
    pub(super) fn counts(&self) -> [usize; 4] {
        [self.rejected, self.loses_meaning, self.fixed, self.accepted_as_written]
    }
}

impl Survey {
    /// "4 tools for gemini: 1 rejected, 3 accepted as written; about 120 → 160 tokens".
    pub(super) fn sum(&self) -> String {
        let of = |outcome: Outcome| {
            let number = self.tools.iter().filter(|row| row.measured.outcome == outcome).count();
            let words = if number == 1 { outcome.words() } else { outcome.plural() };
            (number > 0).then(|| format!("{} {words}", separated(number)))
        };
        let outcomes = Outcome::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join(", ");
        let tokens = Tokens::sum(self.tools.iter().map(|row| row.measured.tokens));
        let tools = count(self.tools.len(), "tool");
        let gap = if outcomes.is_empty() { "" } else { ": " };
        format!("{tools} for {}{gap}{outcomes}; about {tokens} tokens", self.target)
    }
}

impl Row {
    pub(super) fn title(&self) -> &str {
        if self.name.is_empty() { "schema" } else { &self.name }
    }

    /// The verdict, with the worst loss.
    pub(super) fn verdict(&self) -> String {
        let words = self.measured.outcome.words();
        self.measured.loss.as_ref().map_or_else(|| words.to_owned(), |loss| format!("{words}: {loss}"))
    }
}
