//! `cargo xtask`: generates files from the rules, the targets, the error catalogue and the measurements.

mod catalogue;
mod chart;
mod charts;
mod clients_table;
mod compat_page;
mod effects;
mod errors_page;
mod evidence;
mod example;
mod figures;
mod interface;
mod layout;
mod markdown;
mod marked;
mod new_rule;
mod pages;
mod read;
mod round_trip_page;
mod rule_page;
mod tables;
mod targets_page;
mod typescript;

use std::{
    env,
    error::Error,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const USAGE: &str = "cargo xtask gen            write docs/, the README's figures and types of crate/wasm
cargo xtask gen --check    fail if they are stale
cargo xtask api            write down what the crate lapidary makes public
cargo xtask api --check    fail if it is not what is written down
cargo xtask new-rule 051 some-words
                           start a rule: its file and its first example";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["gen"] => pages::write(&root()),
        ["gen", "--check"] => pages::check(&root()),
        ["api"] => interface::write(&root()),
        ["api", "--check"] => interface::check(&root()),
        ["new-rule", number, slug] => new_rule::write(&root(), number, slug),
        _ => Err(USAGE.into()),
    };
    let Err(problem) = done else { return ExitCode::SUCCESS };
    // If standard error is closed, the exit code has to suffice.
    let _ = writeln!(io::stderr(), "{problem}");
    ExitCode::FAILURE
}

/// The root of the checkout that contains the current directory, else of the one that this was built in.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let here = env::current_dir().unwrap_or_default();
    here.ancestors().find(|folder| folder.join("scripts/xtask/Cargo.toml").is_file()).map_or(own, Path::to_path_buf)
}

fn say(line: &str) -> Outcome {
    Ok(writeln!(io::stdout(), "{line}")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Panics with the message as the command would print it.
    #[track_caller]
    fn holds(checked: Outcome) {
        checked.unwrap_or_else(|problem| panic!("{problem}"));
    }

    #[test]
    fn generated_files_are_up_to_date() {
        holds(pages::check(&root()));
    }

    #[test]
    fn the_public_interface_is_written_down() {
        holds(interface::check(&root()));
    }
}
