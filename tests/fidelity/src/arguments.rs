//! The command line.

use std::{env, path::PathBuf};

use lapidary::{TARGETS, Target};

const USAGE: &str = "fidelity [--target gemini|gemini-api] [--draws N] [--list CAUSE] [--gate] [FILE]
FILE holds MCP tools, one a line; without it LAPIDARY_CORPUS names the file.";
const DRAWS: usize = 20;

/// What to measure, and what to print.
pub(crate) struct Arguments {
    pub(crate) targets: Vec<&'static Target>,
    pub(crate) file: PathBuf,
    /// Draws a tool, each way.
    pub(crate) draws: usize,
    /// The cause whose tools are printed instead of the table.
    pub(crate) list: Option<String>,
    /// Whether to fail where a figure is below its floor.
    pub(crate) gate: bool,
}

impl Arguments {
    /// Reads the command line; the error is a message for people.
    pub(crate) fn read() -> Result<Arguments, String> {
        let mut file = env::var_os("LAPIDARY_CORPUS").map(PathBuf::from);
        let (mut targets, mut draws, mut list, mut gate) = (TARGETS.to_vec(), DRAWS, None, false);
        let mut given = env::args().skip(1);
        while let Some(argument) = given.next() {
            let mut value = || given.next().ok_or_else(|| format!("{argument} needs a value\n{USAGE}"));
            match argument.as_str() {
                "--target" => targets = vec![target(&value()?)?],
                "--draws" => draws = count(&value()?)?,
                "--list" => list = Some(value()?),
                "--gate" => gate = true,
                option if option.starts_with('-') => return Err(USAGE.to_owned()),
                path => file = Some(path.into()),
            }
        }
        let file = file.ok_or_else(|| format!("no file of tools\n{USAGE}"))?;
        Ok(Arguments { targets, file, draws, list, gate })
    }
}

fn count(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{text:?} is no number of draws\n{USAGE}"))
}

fn target(id: &str) -> Result<&'static Target, String> {
    Target::find(id).ok_or_else(|| format!("no target is called {id}\n{USAGE}"))
}
