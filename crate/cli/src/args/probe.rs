//! Arguments of `lapidary probe`.

use std::{path::PathBuf, time::Duration};

use clap::Args;
use http::Uri;

use super::output::OutputArgs;

pub(super) const PROBE: &str = "\
Examples:
  GEMINI_API_KEY=… lapidary probe
  GEMINI_API_KEY=… lapidary probe --pace 60 P-unknown-const S-format-string

The key is read from GOOGLE_API_KEY or GEMINI_API_KEY, and sent to --url alone.

Exit codes: 0 no row contradicts what is recorded, 1 some row does, 2 wrong usage, no key, or no answer.";

#[derive(Args)]
pub(crate) struct ProbeArgs {
    /// The rows to ask, by their id; all by default
    #[arg(value_name = "ROW")]
    pub(crate) rows: Vec<String>,
    /// The model whose requests are sent
    #[arg(long, value_name = "NAME", default_value = "gemini-flash-lite-latest")]
    pub(crate) model: String,
    /// The most requests that are sent
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: u32,
    /// Requests a minute
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pace: u32,
    /// Where the API is
    #[arg(long, value_name = "URL", default_value = "https://generativelanguage.googleapis.com", value_parser = super::source::uri)]
    pub(crate) url: Uri,
    /// Ask the rows of this file, which has the form of errors.json, instead of those built in
    #[arg(long, value_name = "FILE")]
    pub(crate) catalogue: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl ProbeArgs {
    /// The time from one request to the next.
    pub(crate) fn pause(&self) -> Duration {
        Duration::from_mins(1) / self.pace
    }
}
