//! The forms in which `check` tells what it found: one file each.

mod baseline;
mod github;
mod json;
mod junit;
mod markdown;
mod pretty;
mod sarif;

use std::io;

use clap::ValueEnum;
use lapidary::{PositionEncoding, Severity};

use crate::findings::Checked;

/// The forms of `check`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Text for people
    Pretty,
    /// A report as JSON; a list of them, if there are several documents
    Json,
    /// A report a line
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// XML in the form of JUnit: a test a tool
    Junit,
    /// Tables, for summaries and comments
    Markdown,
    /// The findings, as --baseline takes them
    Baseline,
}

/// What a form is told besides the findings.
pub(crate) struct Look {
    /// The target's name.
    pub(crate) target: &'static str,
    /// Whether what is cosmetic is shown, and evidence is given.
    pub(crate) verbose: bool,
    /// How far JSON is indented.
    pub(crate) indent: Option<u8>,
    /// From which severity on a finding fails.
    pub(crate) fails: Option<Severity>,
    /// Whether there is a baseline, so that findings are known or new.
    pub(crate) has_baseline: bool,
}

/// Writes documents on standard output, as they come or at the end.
pub(crate) trait Printer {
    /// Takes the next document.
    fn document(&mut self, checked: Checked) -> io::Result<()>;

    /// Writes what is left after the last one.
    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl CheckFormat {
    /// What writes this form.
    pub(crate) fn printer(self, look: Look) -> Box<dyn Printer> {
        match self {
            CheckFormat::Pretty => Box::new(pretty::Pretty::new(look)),
            CheckFormat::Json => Box::new(json::Json::new(look)),
            CheckFormat::Jsonl => Box::new(json::Lines),
            CheckFormat::Sarif => Box::new(sarif::Sarif::new(look)),
            CheckFormat::Github => Box::new(github::Github::new(look)),
            CheckFormat::Junit => Box::new(junit::Junit::new(look)),
            CheckFormat::Markdown => Box::new(markdown::Markdown::new(look)),
            CheckFormat::Baseline => Box::new(baseline::Baseline::default()),
        }
    }

    /// The units of its places. Code frames cut the text, which takes bytes.
    pub(crate) fn encoding(self) -> PositionEncoding {
        if self == CheckFormat::Pretty { PositionEncoding::Utf8 } else { PositionEncoding::Characters }
    }
}
