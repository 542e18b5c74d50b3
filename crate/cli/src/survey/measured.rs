//! The outcome of a tool for a target: outcome, losses and size. The page's table of tools has the same measures.

use lapidary::{Emptied, Issue, Severity, Status, ToolReport, Transformed};
use serde::Serialize;

use super::sizes::{Tokens, tokens};

/// The outcome of a tool for a target, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Outcome {
    Rejected,
    LosesMeaning,
    Fixed,
    AcceptedAsWritten,
}

impl Outcome {
    pub(crate) const ALL: [Outcome; 4] =
        [Outcome::Rejected, Outcome::LosesMeaning, Outcome::Fixed, Outcome::AcceptedAsWritten];

    /// Whether nothing is lost.
    pub(crate) fn is_whole(self) -> bool {
        self >= Outcome::Fixed
    }

    pub(crate) fn is_unchanged(self) -> bool {
        self == Outcome::AcceptedAsWritten
    }

    pub(crate) fn sign(self) -> &'static str {
        ["✕", "▲", "●", "✓"][self as usize]
    }

    /// Of one tool.
    pub(crate) fn words(self) -> &'static str {
        ["rejected", "loses meaning", "fixed", "accepted as written"][self as usize]
    }

    /// Of several tools.
    pub(crate) fn plural(self) -> &'static str {
        ["rejected", "lose meaning", "fixed", "accepted as written"][self as usize]
    }
}

/// A tool for a target.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Measured {
    pub(crate) outcome: Outcome,
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    /// Findings for which valid arguments can no longer be sent.
    pub(crate) stricter: usize,
    /// Objects that models send empty.
    pub(crate) emptied: usize,
    /// Findings for which invalid arguments can be sent.
    pub(crate) looser: usize,
    pub(crate) tokens: Tokens,
    /// The worst loss, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) loss: Option<String>,
}

impl Measured {
    /// The tools of a document; `omitted` says which of them are not declared.
    pub(crate) fn all(tools: &[ToolReport], omitted: &[bool]) -> Vec<Measured> {
        tools.iter().zip(omitted).map(|(tool, omitted)| Measured::of(tool, *omitted)).collect()
    }

    fn of(tool: &ToolReport, omitted: bool) -> Measured {
        let count = |test: fn(&Issue) -> bool| -> usize {
            tool.issues.iter().filter(|issue| test(issue)).map(Issue::times).sum()
        };
        let (stricter, looser, emptied) = (count(Issue::is_stricter), count(Issue::is_looser), tool.emptied.len());
        let outcome = match tool.status {
            _ if omitted => Outcome::Rejected,
            _ if stricter + looser + emptied > 0 => Outcome::LosesMeaning,
            Status::Incompatible => Outcome::Fixed,
            Status::Compatible => Outcome::AcceptedAsWritten,
        };
        let [before, after] = [&tool.original_schema, &tool.transformed_schema]
            .map(|schema| schema.as_deref().map_or(0, |schema| tokens(schema.get())));
        Measured {
            outcome,
            errors: count(|issue| issue.severity == Severity::Error),
            warnings: count(|issue| issue.severity == Severity::Warning),
            stricter,
            emptied,
            looser,
            tokens: Tokens { before, after },
            loss: worst_loss(tool, stricter + looser + emptied),
        }
    }

    #[cfg(test)]
    pub(crate) fn with(outcome: Outcome) -> Measured {
        let [errors, warnings, stricter, emptied, looser] = [0; 5];
        Measured { outcome, errors, warnings, stricter, emptied, looser, tokens: Tokens::default(), loss: None }
    }

    /// Comparable: what a tool loses counts before what it gains, and both before its growth.
    pub(crate) fn harm(&self) -> impl Ord + use<> {
        let Measured { outcome, errors, warnings, stricter, emptied, looser, tokens, .. } = self;
        let growth = tokens.after.cast_signed() - tokens.before.cast_signed();
        (std::cmp::Reverse(*outcome), stricter + emptied, *looser, *errors, *warnings, growth)
    }
}

/// Which tools of a result are not declared.
pub(crate) fn omitted(transformed: &Transformed) -> Vec<bool> {
    transformed.tools().iter().map(|tool| tool.declaration.is_none()).collect()
}

/// An object that models leave empty.
pub(crate) fn emptied_place(emptied: &Emptied) -> String {
    if emptied.subject.is_empty() { "the whole object".to_owned() } else { format!("`{}`", emptied.subject) }
}

/// The worst of a tool's losses, and the number of the others: objects sent empty, then what is no longer accepted.
fn worst_loss(tool: &ToolReport, losses: usize) -> Option<String> {
    let at = |issue: &Issue| match &*issue.subject {
        "" => String::new(),
        subject => format!("`{subject}` "),
    };
    let emptied = || tool.emptied.first().map(|emptied| format!("models leave {} empty", emptied_place(emptied)));
    let stricter = || {
        let issue = tool.issues.iter().find(|issue| issue.is_stricter())?;
        Some(format!("{}no longer accepts {}", at(issue), issue.accepts_less.as_deref()?))
    };
    let looser = || {
        let issue = tool.issues.iter().find(|issue| issue.is_looser())?;
        Some(format!("{}also accepts {}", at(issue), issue.accepts_more.as_deref()?))
    };
    let worst = emptied().or_else(stricter).or_else(looser)?;
    Some(if losses > 1 { format!("{worst}; {} more", losses - 1) } else { worst })
}

/// The outcomes of a document's tools for the checked target, for the built-in targets, and for what may suit
/// better.
#[derive(Default)]
pub(crate) struct Survey {
    pub(crate) checked: Vec<Measured>,
    /// For each built-in target, in their order; empty if nobody asks.
    pub(crate) targets: Vec<Vec<Measured>>,
    /// For each of the alternatives, in their order.
    pub(crate) alternatives: Vec<Vec<Measured>>,
}
