//! Wrong usage, and how it is said.

use clap::{
    Parser,
    error::{ContextKind, ContextValue},
};

use super::Cli;
use crate::visible::visible;

/// Options whose values may hold what is secret.
const SECRET: [&str; 5] = ["--env", "--header", "--server", "--upstream", "--url"];

impl Cli {
    /// What the program was given; with wrong usage it ends here, and says why.
    pub(crate) fn given() -> Cli {
        Cli::try_parse().unwrap_or_else(|error| printable(error).exit())
    }
}

/// An error whose words act on no terminal, and give nothing away.
fn printable(mut error: clap::Error) -> clap::Error {
    let texts = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) => Some((kind, text.clone())),
        _ => None,
    });
    let texts: Vec<_> = texts.collect();
    let is_of =
        |option: &str| texts.iter().any(|(kind, text)| *kind == ContextKind::InvalidArg && text.starts_with(option));
    let is_secret = SECRET.into_iter().any(is_of);
    for (kind, text) in &texts {
        let shown = if *kind == ContextKind::InvalidValue && is_secret { "…".into() } else { visible(text) };
        if shown != *text {
            // Tips repeat it.
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(Vec::new()));
        }
        error.insert(*kind, ContextValue::String(shown.into_owned()));
    }
    error
}
