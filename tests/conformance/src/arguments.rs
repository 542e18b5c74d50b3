//! The command line.

use std::{
    env,
    path::{Path, PathBuf},
};

use lapidary_fidelity::{answer::Run, finding::Kind};

const USAGE: &str =
    "conformance [--target TARGET] [--mode drop-in|round-trip] [--list KIND] [--most N] [--update] [--figures FILE]
LAPIDARY_SUITE names a folder with the JSON Schema Test Suite.";
const MOST: usize = 20;

pub(crate) struct Arguments {
    pub(crate) suite: PathBuf,
    pub(crate) known: PathBuf,
    pub(crate) runs: Vec<Run>,
    /// Print everything of a kind, known or not.
    pub(crate) list: Option<Kind>,
    /// How many cases are printed.
    pub(crate) most: usize,
    /// Where the counts are written as JSON.
    pub(crate) figures: Option<PathBuf>,
    /// Whether to rewrite the list of known findings.
    pub(crate) update: bool,
}

impl Arguments {
    /// Reads the command line; the error is a message for people.
    pub(crate) fn read() -> Result<Arguments, String> {
        let (mut target, mut mode, mut list, mut most, mut figures, mut update) = (None, None, None, None, None, false);
        let mut given = env::args().skip(1);
        while let Some(argument) = given.next() {
            let mut value = || given.next().ok_or_else(|| format!("{argument} needs a value\n{USAGE}"));
            match argument.as_str() {
                "--target" => target = Some(value()?),
                "--mode" => mode = Some(value()?),
                "--list" => list = Some(Kind::named(&value()?)?),
                "--most" => most = Some(value()?.parse().map_err(|_| format!("--most takes a number\n{USAGE}"))?),
                "--figures" => figures = Some(value()?.into()),
                "--update" => update = true,
                _ => return Err(USAGE.to_owned()),
            }
        }
        let suite =
            env::var_os("LAPIDARY_SUITE").ok_or_else(|| format!("no suite: run scripts/conformance\n{USAGE}"))?;
        Ok(Arguments {
            suite: suite.into(),
            known: Path::new(env!("CARGO_MANIFEST_DIR")).join("known.json"),
            runs: Run::named(target.as_deref(), mode.as_deref())?,
            most: most.unwrap_or(if list.is_some() { usize::MAX } else { MOST }),
            list,
            figures,
            update,
        })
    }
}
