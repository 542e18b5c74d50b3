//! The output formats of `check`, one file each.

mod baseline;
mod github;
mod json;
mod junit;
mod markdown;
mod pretty;
mod printer;
mod sarif;
mod table;
mod trace;

use clap::ValueEnum;
use lapidary::PositionEncoding;

pub(crate) use printer::{PrintOptions, Printer};
pub(crate) use table::TableFormat;

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
    /// The schemas for the target, with the findings that shaped each part in comments above it
    Trace,
}

impl CheckFormat {
    /// The printer for this format.
    pub(crate) fn printer(self, look: PrintOptions) -> Box<dyn Printer> {
        match self {
            CheckFormat::Pretty => Box::new(pretty::Pretty::new(look)),
            CheckFormat::Json => Box::new(json::Json::new(look)),
            CheckFormat::Jsonl => Box::new(json::Lines),
            CheckFormat::Sarif => Box::new(sarif::Sarif::new(look)),
            CheckFormat::Github => Box::new(github::Github::new(look)),
            CheckFormat::Junit => Box::new(junit::Junit::new(look)),
            CheckFormat::Markdown => Box::new(markdown::Markdown::new(look)),
            CheckFormat::Baseline => Box::new(baseline::Baseline::new(look)),
            CheckFormat::Trace => Box::new(trace::Trace::new(&look)),
        }
    }

    /// The form of the table of all tools, if the format has one.
    pub(crate) fn as_table(self) -> Option<TableFormat> {
        match self {
            CheckFormat::Pretty => Some(TableFormat::Text),
            CheckFormat::Json => Some(TableFormat::Json),
            CheckFormat::Markdown => Some(TableFormat::Markdown),
            _ => None,
        }
    }

    /// The unit of its places. Code frames slice the text, for which they need bytes.
    pub(crate) fn encoding(self) -> PositionEncoding {
        if matches!(self, CheckFormat::Pretty | CheckFormat::Trace) {
            PositionEncoding::Utf8
        } else {
            PositionEncoding::Characters
        }
    }
}
