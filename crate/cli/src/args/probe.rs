//! Arguments of `lapidary probe`.

use std::{path::PathBuf, time::Duration};

use clap::Args;
use http::Uri;

use super::output::OutputArgs;

pub(super) const PROBE: &str = "\
Examples:
  GEMINI_API_KEY=… lapidary probe
  GEMINI_API_KEY=… lapidary probe --pace 60 P-unknown-const S-format-string

The key is read from GOOGLE_API_KEY or GEMINI_API_KEY, and sent to --url only.

Exit codes: 0 the API agrees with every row asked, 1 it contradicts some row, 2 wrong usage, no key, or no response.";

#[derive(Args)]
pub(crate) struct ProbeArgs {
    /// The rows of the catalogue to ask about, by id; by default all
    #[arg(value_name = "ROW")]
    pub(crate) rows: Vec<String>,
    /// The model to send the requests to
    #[arg(long, value_name = "NAME", default_value = "gemini-flash-lite-latest")]
    pub(crate) model: String,
    /// The maximum number of requests
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: u32,
    /// Requests per minute
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pace: u32,
    /// The address of the API, or of a gateway, which needs no key if it has one [default: the Gemini API]
    #[arg(long, value_name = "URL", value_parser = super::source::uri)]
    pub(crate) url: Option<Uri>,
    /// Ask about the rows of this file, which has the format of errors.json, instead of the built-in ones
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
