//! The command line.

use std::{env, str::FromStr};

use lapidary::{Mode, TARGETS, Target};

use crate::{
    families::{self, Family},
    limits::Strictness,
};

const USAGE: &str = "hostile [--size BYTES]… [--family NAME]… [--target TARGET] [--mode drop-in|round-trip] [--large] [--quick]
     [--growth]
Puts documents that are attacks through every target, mode and command, or those that are named, and prints what misses
the limits, the worst first, and what comes next to it. Fails if anything misses one.

  --size BYTES   how large the documents are; 4000, 64000 and 1000000 unless said otherwise
  --family NAME  the families whose name holds this
  --large        documents of 8 and 50 MB, each for one target and mode of those that are asked for, in turn
  --quick        small documents, and few large ones, with generous time: what a test asks
  --growth       counts what twice the input costs, in instructions, where that is to be twice as much (needs valgrind)";

const SIZES: [usize; 3] = [4_000, 64_000, 1_000_000];
const LARGE: [usize; 2] = [8_000_000, 50_000_000];

/// A target and a mode.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub(crate) target: &'static Target,
    pub(crate) mode: Mode,
}

impl Run {
    pub(crate) fn mode_name(self) -> &'static str {
        match self.mode {
            Mode::DropIn => "drop-in",
            Mode::RoundTrip => "round-trip",
        }
    }

    pub(crate) fn name(self) -> String {
        format!("{}, {}", self.target.id, self.mode_name())
    }

    fn all() -> impl Iterator<Item = Run> {
        TARGETS.iter().flat_map(|target| [Mode::DropIn, Mode::RoundTrip].map(|mode| Run { target, mode }))
    }
}

/// A family at a size, and what of it is measured: from one of its cases on.
pub(crate) struct Batch {
    pub(crate) family: &'static Family,
    pub(crate) size: usize,
    pub(crate) runs: Vec<Run>,
    pub(crate) from: usize,
    /// Commands that are not asked for.
    pub(crate) without: Vec<String>,
    pub(crate) strictness: Strictness,
}

/// The measurements to make.
pub(crate) struct Asked {
    pub(crate) families: Vec<&'static Family>,
    pub(crate) sizes: Vec<usize>,
    pub(crate) runs: Vec<Run>,
    pub(crate) strictness: Strictness,
}

pub(crate) enum Arguments {
    Measure(Asked),
    Growth(Vec<&'static Family>),
    /// This is a process that measures for another.
    Child(Batch),
    /// This is a process whose instructions are counted.
    Counted(Batch),
}

impl Arguments {
    /// Reads the command line; the error is a message for people.
    pub(crate) fn read() -> Result<Arguments, String> {
        let (mut sizes, mut names, mut without, mut from) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let (mut runs, mut chosen) = (Run::all().collect::<Vec<_>>(), Vec::new());
        let (mut strictness, mut program) = (Strictness::Full, None);
        let mut given = env::args().skip(1);
        while let Some(argument) = given.next() {
            let mut value = || given.next().ok_or_else(|| format!("{argument} needs a value\n{USAGE}"));
            match argument.as_str() {
                "--size" => sizes.push(number(&value()?)?),
                "--family" => names.push(value()?),
                "--target" => {
                    let id = value()?;
                    runs.retain(|run| run.target.id == id);
                }
                "--mode" => {
                    let mode = value()?;
                    runs.retain(|run| run.mode_name() == mode);
                }
                "--run" => chosen.push(value()?),
                "--large" => sizes.extend(LARGE),
                "--quick" => strictness = Strictness::Quick,
                "--without" => without.push(value()?),
                "--from" => from = number(&value()?)?,
                "--growth" | "--child" | "--counted" => program = Some(argument),
                _ => return Err(USAGE.to_owned()),
            }
        }
        runs.retain(|run| chosen.is_empty() || chosen.contains(&run.name()));
        let is_named = |family: &&Family| names.is_empty() || names.iter().any(|name| family.name.contains(&**name));
        // A child process gets the whole name.
        let is_one = |family: &&Family| names.iter().any(|name| family.name == name);
        let families: Vec<&Family> = families::all().filter(is_named).collect();
        if families.is_empty() || runs.is_empty() {
            return Err(format!("there is no such family, target or mode\n{USAGE}"));
        }
        let batch = |runs| {
            let family = families::all().find(is_one).ok_or(USAGE)?;
            let size = sizes.first().copied().unwrap_or_default();
            Ok::<_, String>(Batch { family, size, runs, from, without, strictness })
        };
        match program.as_deref() {
            Some("--growth") => Ok(Arguments::Growth(families)),
            Some("--child") => batch(runs).map(Arguments::Child),
            Some(_) => batch(runs).map(Arguments::Counted),
            None => {
                let sizes = if sizes.is_empty() { SIZES.to_vec() } else { sizes };
                Ok(Arguments::Measure(Asked { families, sizes, runs, strictness }))
            }
        }
    }
}

fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{text} is no number\n{USAGE}"))
}
