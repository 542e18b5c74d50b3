//! The outcome of a command.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use lapidary::{Issue, IssueCode};

use crate::terminal::frame;

/// The meaning of the exit code; for several inputs, the gravest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// 0
    Compatible,
    /// 1
    Incompatible,
    /// 2
    Unreadable,
}

impl Verdict {
    pub(crate) fn of(compatible: bool) -> Verdict {
        if compatible { Verdict::Compatible } else { Verdict::Incompatible }
    }

    /// The verdict for an issue that leaves no output.
    pub(crate) fn without_output(issue: &Issue) -> Verdict {
        match issue.code {
            IssueCode::Rule(_) => Verdict::Incompatible,
            IssueCode::Other(_) => Verdict::Unreadable,
        }
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> ExitCode {
        ExitCode::from(verdict as u8)
    }
}

/// Prints the issue of an unusable document on standard error, and returns its verdict.
pub(crate) fn refuse(name: &str, text: Option<&str>, issue: &Issue) -> io::Result<Verdict> {
    anstream::stderr().lock().write_all(frame::alone(name, text, issue).as_bytes())?;
    Ok(Verdict::without_output(issue))
}
