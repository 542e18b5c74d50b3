//! `lapidary`: checks MCP tool schemas against what Google Gemini accepts, and rewrites them so that they fit.

mod alike;
mod args;
mod catalogue;
mod choices;
mod clients;
mod commands;
mod config;
mod findings;
mod format;
mod input;
mod many;
mod signals;
mod survey;
mod terminal;
mod verdict;

use std::{io, path::Path, process::ExitCode};

use args::{Cli, Command, DocumentArgs};
use commands::{check, diff, explain, extract, gateway, list, probe, proxy, restore, shell, transform};
use config::Config;
use mimalloc::MiMalloc;
use terminal::output;
use verdict::{Verdict, refuse};

/// The engine makes many small allocations, for which this allocator is faster than the system's.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The exit code that shells give a program that SIGPIPE ends.
const CLOSED_PIPE: u8 = 141;

fn main() -> ExitCode {
    match Cli::given().and_then(|given| run(given.command)) {
        Ok(verdict) => verdict.into(),
        // The reader of the output has closed it, as `head` does: what was not printed may be an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(CLOSED_PIPE),
        Err(error) => {
            // If standard error is closed as well, only the exit code can report it.
            let _ = output::print_error(&format!("lapidary: cannot write the output: {error}"));
            Verdict::Unreadable.into()
        }
    }
}

fn run(command: Command) -> io::Result<Verdict> {
    match command {
        Command::Check(args) => adapting("check", &args.document, |config| check::run(&args, config)),
        Command::Diff(args) => adapting("diff", &args.document, |config| diff::run(&args, config)),
        Command::Transform(args) => adapting("transform", &args.document, |config| transform::run(&args, config)),
        Command::Extract(args) => extract::run(&args),
        Command::Restore(args) => configured(args.settings.as_deref(), |config| restore::run(&args, config)),
        Command::Gateway(args) => gateway::run(&args),
        Command::Proxy(args) => configured(args.settings.as_deref(), |config| proxy::run(&args, config)),
        Command::Explain(args) => explain::run(&args),
        Command::Rules(args) => list::rules(&args),
        Command::Targets(args) => list::targets(&args),
        Command::Probe(args) => probe::run(&args),
        Command::Completions(args) => shell::completions(&args),
        Command::Man(args) => shell::man(&args),
    }
}

/// Runs a command that adapts documents.
fn adapting(
    command: &str,
    document: &DocumentArgs,
    run: impl FnOnce(&Config) -> io::Result<Verdict>,
) -> io::Result<Verdict> {
    configured(document.settings.as_deref(), |config| {
        if let Some(option) = document.without_effect(config) {
            let message = format!("the argument '{option}' can only be used with '--target' auto");
            Cli::conflict(command, &message).exit();
        }
        run(config)
    })
}

/// Runs a command with the project's settings.
fn configured(settings: Option<&Path>, run: impl FnOnce(&Config) -> io::Result<Verdict>) -> io::Result<Verdict> {
    match Config::load(settings) {
        Ok(config) => run(&config),
        Err(wrong) => refuse(&wrong.file, wrong.text.as_deref(), &wrong.issue),
    }
}
