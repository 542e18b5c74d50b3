//! All cases, measured by processes, as many at a time as there are processors.

use std::{
    cmp::Reverse,
    env,
    io::{BufRead, BufReader, stderr},
    process::{Command as Process, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use crate::{
    arguments::{Asked, Run},
    child::{Cost, Said},
    commands::Command,
    families::Family,
    limits::{Strictness, USUAL},
    table,
};

/// Documents beyond this size are few in a test.
const SMALL: usize = 100_000;
/// Of so many families, a test has a large document of one, in one run.
const FEW: usize = 16;
/// Of so many runs, a test asks for one; for another one of each family. It is prime to the count of modes.
const FIFTH: usize = 5;

/// A command that has no answer in so many runs of a family is not asked for in the others.
const PROOFS: usize = 2;

/// The outcome of a case.
#[derive(Clone)]
pub(crate) enum Outcome {
    Answered(Cost),
    /// It exceeded its limits, and was ended.
    Ended(Cost),
    Panicked(String),
    /// The process died of it.
    Died(String),
}

/// A case with its outcome.
pub(crate) struct Reading {
    pub(crate) family: &'static Family,
    pub(crate) size: usize,
    pub(crate) run: Run,
    pub(crate) command: Command,
    pub(crate) outcome: Outcome,
}

/// A family at a size, and the runs that it is measured in.
type Unit = (&'static Family, usize, Vec<Run>);

pub(crate) fn gather(asked: &Asked) -> Result<Vec<Reading>, String> {
    let units = units(asked);
    let (next, readings) = (AtomicUsize::new(0), Mutex::new(Ok(Vec::new())));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let measured = measured(unit, asked.strictness);
                    // All of it takes long: what is wrong is said at once.
                    if let Ok(readings) = &measured {
                        let _ = table::tell(&mut stderr().lock(), readings, asked);
                    }
                    let mut readings = readings.lock().unwrap_or_else(PoisonError::into_inner);
                    match (&mut *readings, measured) {
                        (Ok(readings), Ok(measured)) => readings.extend(measured),
                        (_, Ok(_)) => break,
                        (readings, Err(message)) => *readings = Err(message),
                    }
                }
            });
        }
    });
    readings.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The units of measurement, the largest first.
fn units(asked: &Asked) -> Vec<Unit> {
    let mut sizes = asked.sizes.clone();
    sizes.sort_by_key(|size| Reverse(*size));
    let families = || asked.families.iter().copied().enumerate();
    let all = sizes.into_iter().flat_map(|size| families().map(move |(at, family)| (at, family, size)));
    let units = all.map(|(at, family, size)| {
        let runs = asked.runs.iter().copied();
        let runs = match asked.strictness {
            // All of them would take a day.
            Strictness::Full if size > USUAL => runs.skip(at % asked.runs.len()).take(1).collect(),
            Strictness::Full => runs.collect(),
            Strictness::Quick if size <= SMALL => runs.skip(at % FIFTH).step_by(FIFTH).collect(),
            Strictness::Quick if at.is_multiple_of(FEW) => runs.skip(at / FEW % asked.runs.len()).take(1).collect(),
            Strictness::Quick => Vec::new(),
        };
        (family, size, runs)
    });
    units.collect()
}

/// All cases of a unit. One that has no answer ends its process; the next takes up what is left.
fn measured((family, size, runs): &Unit, strictness: Strictness) -> Result<Vec<Reading>, String> {
    let (mut readings, mut from, mut unanswered) = (Vec::new(), 0, Vec::new());
    let commands = Command::ALL.len();
    while from < runs.len() * commands {
        let (said, status) = said(family, *size, runs, from, &hopeless(&unanswered), strictness)?;
        let mut begun = None;
        for said in said {
            let (case, outcome) = match said {
                Said::Begun(case) => {
                    begun = Some(case);
                    continue;
                }
                Said::Idle(_) => {
                    begun = None;
                    continue;
                }
                Said::Answered { case, cost } => (case, Outcome::Answered(cost)),
                Said::Ended { case, cost } => (case, Outcome::Ended(cost)),
                Said::Panicked { case, message } => (case, Outcome::Panicked(message)),
            };
            // After an ended case, the process sends nothing more.
            begun = matches!(outcome, Outcome::Ended(_)).then_some(case);
            readings.push(reading(family, *size, runs, case, outcome));
        }
        let Some(case) = begun else { break };
        if readings.last().is_none_or(|last| !matches!(last.outcome, Outcome::Ended(_))) {
            readings.push(reading(family, *size, runs, case, Outcome::Died(status.clone())));
        }
        let command = Command::ALL[case % commands];
        unanswered.push(command);
        // Without an answer to what the others begin with, the next run is due.
        let is_first = command.is_first();
        if is_first && hopeless(&unanswered).contains(&command) {
            break;
        }
        from = if is_first { (case / commands + 1) * commands } else { case + 1 };
    }
    Ok(readings)
}

/// The commands that had no answer in as many runs as show it.
fn hopeless(unanswered: &[Command]) -> Vec<Command> {
    let is_hopeless = |command: &Command| unanswered.iter().filter(|one| *one == command).count() >= PROOFS;
    Command::ALL.into_iter().filter(is_hopeless).collect()
}

fn reading(family: &'static Family, size: usize, runs: &[Run], case: usize, outcome: Outcome) -> Reading {
    let commands = Command::ALL.len();
    Reading { family, size, run: runs[case / commands], command: Command::ALL[case % commands], outcome }
}

/// The messages of a process that starts at a case, and its exit status.
fn said(
    family: &Family,
    size: usize,
    runs: &[Run],
    from: usize,
    without: &[Command],
    strictness: Strictness,
) -> Result<(Vec<Said>, String), String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut process = Process::new(env::current_exe().map_err(failed)?);
    process.args(["--child", "--family", family.name, "--size", &size.to_string(), "--from", &from.to_string()]);
    process.args(runs.iter().flat_map(|run| ["--run".to_owned(), run.name()]));
    process.args(without.iter().flat_map(|command| ["--without", command.name()]));
    if strictness == Strictness::Quick {
        process.arg("--quick");
    }
    let mut process = process.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(failed)?;
    let lines = process.stdout.take().map(|out| BufReader::new(out).lines()).into_iter().flatten();
    let said = lines.map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok()).collect();
    Ok((said, process.wait().map_err(failed)?.to_string()))
}
