//! The command line.

use std::{env, path::Path, path::PathBuf};

use lapidary_fidelity::answer::Run;

use crate::look::Depth;

const USAGE: &str = "fuzz [N] [SEED] [--target TARGET] [--mode drop-in|round-trip] [--most K] [--full] [--case NUMBER]
     [--known] [--update]
Puts N mutated tools (1000) of SEED (1) through every target and mode, or those that are named.
LAPIDARY_CORPUS names a file of tools to mutate, one a line; without it those of the specs are.

Every answer is checked for panics, time, memory, size, determinism and a second run. What takes long is looked at
for some of the runs, others in each case: one in two has its declaration put to drawn arguments, one in four is
judged by the oracle. --full looks at everything.

  --most K       shows at most K shrunk tools for each kind of finding (8)
  --case NUMBER  prints the tool of one case and looks at it in full
  --known        holds what is found against tests/fuzz/known.json; --update writes that list anew";

pub(crate) struct Arguments {
    pub(crate) count: usize,
    pub(crate) seed: u32,
    pub(crate) runs: Vec<Run>,
    pub(crate) depth: Depth,
    pub(crate) most: usize,
    pub(crate) case: Option<usize>,
    /// The list of known findings, and whether it is rewritten.
    pub(crate) known: Option<(PathBuf, bool)>,
    /// The cases of a worker.
    pub(crate) worker: Option<(usize, usize)>,
    /// Whether this is one attempt, in a process of its own.
    pub(crate) attempt: bool,
    /// The arguments that are passed on to a worker.
    pub(crate) for_worker: Vec<String>,
}

impl Arguments {
    /// Reads the command line; the error is a message for people.
    pub(crate) fn read() -> Result<Arguments, String> {
        let (mut target, mut mode, mut most, mut case) = (None, None, 8, None);
        let (mut depth, mut known, mut update) = (Depth::Sampled, false, false);
        let (mut worker, mut attempt) = (None, false);
        let mut numbers = Vec::new();
        let mut given = env::args().skip(1);
        while let Some(argument) = given.next() {
            let mut value = || given.next().ok_or_else(|| format!("{argument} needs a value\n{USAGE}"));
            match argument.as_str() {
                "--target" => target = Some(value()?),
                "--mode" => mode = Some(value()?),
                "--most" => most = number(&value()?)?,
                "--case" => case = Some(number(&value()?)?),
                "--worker" => worker = Some((number(&value()?)?, number(&value()?)?)),
                "--attempt" => attempt = true,
                "--full" => depth = Depth::Full,
                "--known" => known = true,
                "--update" => update = true,
                text => numbers.push(number(text)?),
            }
        }
        let [count, seed] = [(0, 1_000), (1, 1)].map(|(at, usual)| numbers.get(at).copied().unwrap_or(usual));
        let seed = u32::try_from(seed).map_err(|_| format!("{seed} is no seed\n{USAGE}"))?;
        let runs = Run::named(target.as_deref(), mode.as_deref())?;
        let named = [("--target", target), ("--mode", mode)].into_iter();
        let named = named.filter_map(|(option, value)| Some([option.to_owned(), value?])).flatten();
        let full = (depth == Depth::Full).then(|| "--full".to_owned());
        let for_worker = [count.to_string(), seed.to_string()].into_iter().chain(named).chain(full).collect();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("known.json");
        let known = (known || update).then_some((file, update));
        Ok(Arguments { count, seed, runs, depth, most, case, known, worker, attempt, for_worker })
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{text} is no number\n{USAGE}"))
}
