//! Usage errors, and how they are printed.

use clap::{
    CommandFactory, Parser,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::{Cli, Command, Format};
use crate::terminal::visible::visible;

/// Options whose values may contain secrets.
const SECRET: [&str; 5] = ["--env", "--header", "--server", "--upstream", "--url"];

impl Cli {
    /// Parses the arguments of the process. Prints and exits on a usage error, `--help` or `--version`.
    pub(crate) fn given() -> Cli {
        Cli::try_parse().and_then(Cli::consistent).unwrap_or_else(|error| printable(error).exit())
    }

    /// Rejects what cannot be combined, as far as it depends on values.
    fn consistent(self) -> Result<Cli, clap::Error> {
        match &self.command {
            Command::Check(args) if args.table && args.format().as_table().is_none() => {
                let message = "the argument '--table' can only be used with '--format' pretty, json or markdown";
                Err(Cli::conflict("check", message))
            }
            Command::Transform(args) if args.form.emit.is_some() && args.output.format() == Format::Jsonl => {
                let message = "the argument '--emit' cannot be used with '--format' jsonl, which prints declarations";
                Err(Cli::conflict("transform", message))
            }
            _ => Ok(self),
        }
    }

    /// A usage error of a command.
    pub(crate) fn conflict(command: &str, message: &str) -> clap::Error {
        let mut all = Cli::command();
        all.build();
        let command = all.find_subcommand(command).cloned();
        command.unwrap_or(all).error(ErrorKind::ArgumentConflict, message)
    }
}

/// Escapes control characters in an error's text, and masks values of options that may contain secrets.
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
            // Suggestions may repeat the text that was replaced.
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(Vec::new()));
        }
        error.insert(*kind, ContextValue::String(shown.into_owned()));
    }
    error
}
