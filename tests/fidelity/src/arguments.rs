//! The command line.

use std::{env, path::PathBuf};

use crate::answer::Run;

const USAGE: &str =
    "fidelity [--target TARGET] [--mode drop-in|round-trip] [--draws N] [--list CAUSE] [--gate] [--figures FILE] [--with FILE] [FILE…]
fidelity --torture FILE [--target TARGET] [--mode drop-in|round-trip] [--draws N] [--gate]
A FILE holds MCP tools, one a line; without any LAPIDARY_CORPUS names one, and --with adds to either.
--figures writes the rates of each target and mode as JSON. The FILE of --torture is an array of tools that each have a `pattern`.";
const DRAWS: usize = 20;

/// The command line: what to measure and what to print.
pub(crate) struct Arguments {
    pub(crate) runs: Vec<Run>,
    pub(crate) files: Vec<PathBuf>,
    /// A file of patterns, measured instead.
    pub(crate) torture: Option<PathBuf>,
    /// Draws a tool, each way.
    pub(crate) draws: usize,
    /// The cause whose tools are printed instead of the table.
    pub(crate) list: Option<String>,
    /// Where the rates are written.
    pub(crate) figures: Option<PathBuf>,
    /// Whether to fail where a figure is below its floor.
    pub(crate) gate: bool,
}

impl Arguments {
    /// Reads the command line; the error is a message for people.
    pub(crate) fn read() -> Result<Arguments, String> {
        let (mut target, mut mode, mut draws) = (None, None, DRAWS);
        let (mut files, mut beside, mut torture, mut figures) = (Vec::new(), Vec::new(), None, None);
        let (mut list, mut gate) = (None, false);
        let mut given = env::args().skip(1);
        while let Some(argument) = given.next() {
            let mut value = || given.next().ok_or_else(|| format!("{argument} needs a value\n{USAGE}"));
            match argument.as_str() {
                "--target" => target = Some(value()?),
                "--mode" => mode = Some(value()?),
                "--draws" => draws = count_of(&value()?)?,
                "--with" => beside.push(PathBuf::from(value()?)),
                "--torture" => torture = Some(PathBuf::from(value()?)),
                "--list" => list = Some(value()?),
                "--figures" => figures = Some(PathBuf::from(value()?)),
                "--gate" => gate = true,
                option if option.starts_with('-') => return Err(USAGE.to_owned()),
                path => files.push(path.into()),
            }
        }
        if files.is_empty() {
            files.extend(env::var_os("LAPIDARY_CORPUS").map(PathBuf::from));
        }
        files.extend(beside);
        if files.is_empty() && torture.is_none() {
            return Err(format!("no file of tools\n{USAGE}"));
        }
        let first = torture.as_ref().map(|_| lapidary::GEMINI_API.id);
        let runs = Run::named(target.as_deref().or(first), mode.as_deref());
        let runs = runs.map_err(|message| format!("{message}\n{USAGE}"))?;
        Ok(Arguments { runs, files, torture, draws, list, figures, gate })
    }
}

fn count_of(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{text:?} is no number of draws\n{USAGE}"))
}
