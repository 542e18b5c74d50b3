//! Usage errors, and how they are printed.

use std::{
    io::{self, Write as _},
    process,
};

use clap::{
    CommandFactory, Parser,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::{Cli, Command, Format};
use crate::{format::CheckFormat, terminal::visible::visible};

/// Options whose values may contain secrets.
const SECRET: [&str; 5] = ["--env", "--header", "--server", "--upstream", "--url"];

const RESPONSE_IN_REQUEST: &str = "the argument '--role' response cannot be used with '--emit' request, which would \
                                   declare the response as the arguments of a tool";

impl Cli {
    /// Parses the arguments of the process. Prints and exits on a usage error, `--help` or `--version`.
    ///
    /// # Errors
    ///
    /// If what it prints cannot be written.
    pub(crate) fn given() -> io::Result<Cli> {
        match Cli::try_parse().and_then(Cli::consistent) {
            Ok(given) => Ok(given),
            Err(error) => {
                let error = printable(error);
                error.print()?;
                io::stdout().flush()?;
                process::exit(error.exit_code())
            }
        }
    }

    /// Rejects what cannot be combined, as far as it depends on values.
    fn consistent(self) -> Result<Cli, clap::Error> {
        match &self.command {
            Command::Check(args) if args.table && args.format().as_table().is_none() => {
                let message = "the argument '--table' can only be used with '--format' pretty, json or markdown";
                Err(Cli::conflict("check", message))
            }
            Command::Transform(args) if args.emit.is_some() && args.output.format() == Format::Jsonl => {
                let message = "the argument '--emit' cannot be used with '--format' jsonl, which prints declarations";
                Err(Cli::conflict("transform", message))
            }
            Command::Check(args) if args.document.requests_response(args.emit) => {
                Err(Cli::conflict("check", RESPONSE_IN_REQUEST))
            }
            Command::Transform(args) if args.document.requests_response(args.emit) => {
                Err(Cli::conflict("transform", RESPONSE_IN_REQUEST))
            }
            command => match command.idle_indent() {
                Some((name, formats)) => {
                    let message = format!("the argument '--indent' can only be used with '--format' {formats}");
                    Err(Cli::conflict(name, &message))
                }
                None => Ok(self),
            },
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

impl Command {
    /// If `--indent` is given and has nothing to indent: the name of the command, and the formats that have.
    fn idle_indent(&self) -> Option<(&'static str, &'static str)> {
        let prints_json = matches!(self, Command::Transform(_) | Command::Restore(_));
        let (name, output) = match self {
            Command::Check(args) => {
                let is_idle = args.indent.is_some() && !matches!(args.format(), CheckFormat::Json | CheckFormat::Sarif);
                return is_idle.then_some(("check", "json or sarif"));
            }
            Command::Diff(args) => ("diff", &args.output),
            Command::Transform(args) => ("transform", &args.output),
            Command::Restore(args) => ("restore", &args.output),
            Command::Explain(args) => ("explain", &args.output),
            Command::Rules(args) => ("rules", &args.output),
            Command::Targets(args) => ("targets", &args.output),
            Command::Probe(args) => ("probe", &args.output),
            _ => return None,
        };
        let (is_idle, formats) = match output.format() {
            Format::Json => (false, ""),
            Format::Pretty => (!prints_json, "json"),
            Format::Jsonl => (true, if prints_json { "pretty or json" } else { "json" }),
        };
        (is_idle && output.indent.is_some()).then_some((name, formats))
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
            error.remove(ContextKind::Suggested);
        }
        error.insert(*kind, ContextValue::String(shown.into_owned()));
    }
    error
}
