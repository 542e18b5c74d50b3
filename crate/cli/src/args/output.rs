//! How the output is written.

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct OutputArgs {
    /// Text, JSON, or one line of JSON for each line or file of the input
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Indent JSON by N spaces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=16))]
    pub(crate) indent: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Pretty,
    Json,
    Jsonl,
}

impl OutputArgs {
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}
