//! Many cases, looked at by several workers, and judged by the oracle.

use std::{
    collections::BTreeMap,
    env,
    io::{BufRead, BufReader, Write, stderr},
    process::{Command, Stdio},
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use lapidary_fidelity::{answer::Run, check::Fault, finding::Kind, oracle::Oracle};
use rayon::prelude::*;

use crate::worker::Said;

/// Cases that a worker takes at a time.
const SHARE: usize = 500;
/// The number of cases between two reports of progress.
const TOLD: usize = 10_000;

/// Something wrong with a case in a run.
pub(crate) struct Found {
    pub(crate) number: usize,
    pub(crate) run: usize,
    pub(crate) fault: Fault,
}

/// The results of all cases.
#[derive(Default)]
pub(crate) struct Gathered {
    pub(crate) found: Vec<Found>,
    /// Answers that took long, in milliseconds.
    pub(crate) slow: Vec<(u64, usize, usize)>,
    /// Cases on which the validator failed.
    pub(crate) unjudged: usize,
    /// Answers for the oracle.
    lines: Vec<(usize, usize, String)>,
}

impl Gathered {
    fn add(&mut self, other: Gathered) {
        self.found.extend(other.found);
        self.slow.extend(other.slow);
        self.lines.extend(other.lines);
        self.unjudged += other.unjudged;
    }
}

/// Oracles by the name of their target.
pub(crate) type Oracles = BTreeMap<&'static str, Oracle>;

/// One for each target.
pub(crate) fn oracles(runs: &[Run]) -> Result<Oracles, String> {
    runs.iter().map(|run| Ok((run.target.id, Oracle::start(run.target.id)?))).collect()
}

/// Looks at so many cases of a seed. `arguments` are those of a worker. The oracle judges what some workers brought
/// while they are at the next.
pub(crate) fn gather(
    count: usize,
    runs: &[Run],
    oracles: &mut Oracles,
    arguments: &[String],
) -> Result<Gathered, String> {
    let next = &AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let (bring, brought) = mpsc::sync_channel(workers);
    let mut all = thread::scope(|scope| {
        for _ in 0..workers {
            let bring = bring.clone();
            scope.spawn(move || {
                let share = || Some(next.fetch_add(SHARE, Ordering::Relaxed)).filter(|from| *from < count);
                while let Some(from) = share() {
                    let part = cases(from, count.min(from + SHARE), arguments);
                    // Whoever gathers has met an error.
                    if bring.send(part).is_err() {
                        break;
                    }
                }
            });
        }
        drop(bring);
        let mut all = Gathered::default();
        for (part, done) in brought.into_iter().zip((SHARE..).step_by(SHARE)) {
            all.add(part?);
            let lines = std::mem::take(&mut all.lines);
            all.found.extend(refused(&lines, runs, oracles)?);
            if done % TOLD == 0 || done >= count {
                let _ = writeln!(stderr(), "{} of {count} cases, {} findings", done.min(count), all.found.len());
            }
        }
        Ok::<_, String>(all)
    })?;
    all.found.sort_by_key(|found| (found.number, found.run));
    Ok(all)
}

/// Cases by a worker, and by another one after each that it did not survive.
fn cases(mut from: usize, to: usize, arguments: &[String]) -> Result<Gathered, String> {
    let mut gathered = Gathered::default();
    while from < to {
        from = worker(from, to, arguments, &mut gathered)?;
    }
    Ok(gathered)
}

/// One worker; the case to go on with comes back.
fn worker(from: usize, to: usize, arguments: &[String], gathered: &mut Gathered) -> Result<usize, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["--worker".to_owned(), from.to_string(), to.to_string()]).args(arguments);
    let mut process = command.stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let said = process.stdout.take().ok_or("a worker has no output")?;
    let (mut at, mut answered, mut told) = (from, false, false);
    for line in BufReader::new(said).lines().map_while(Result::ok) {
        match serde_json::from_str(&line).map_err(|error| format!("a worker said {line}: {error}"))? {
            Said::Begun(number) => (at, answered) = (number, false),
            Said::Answered(_) => answered = true,
            Said::Fault { number, run, kind, detail } => {
                told |= kind == Kind::NoAnswer;
                gathered.found.push(Found { number, run, fault: Fault::new(kind, detail) });
            }
            Said::Line { number, run, line } => gathered.lines.push((number, run, line)),
            Said::Slow { number, run, millis } => gathered.slow.push((millis, number, run)),
        }
    }
    let ended = process.wait().map_err(|error| error.to_string())?;
    if ended.success() && !told {
        return Ok(to);
    }
    if answered {
        gathered.unjudged += 1;
    } else if !told {
        let fault = Fault::new(Kind::NoAnswer, format!("the process ended: {ended}"));
        gathered.found.push(Found { number: at, run: 0, fault });
    }
    Ok(at + 1)
}

fn refused(lines: &[(usize, usize, String)], runs: &[Run], oracles: &mut Oracles) -> Result<Vec<Found>, String> {
    let judge = |(target, oracle): (&&'static str, &mut Oracle)| {
        let own: Vec<_> = lines.iter().filter(|(_, run, _)| runs[*run].target.id == *target).collect();
        let verdicts = oracle.judge(&own.iter().map(|(_, _, line)| line.as_str()).collect::<Vec<_>>())?;
        let found = own.into_iter().zip(verdicts).filter_map(|((number, run, _), verdict)| {
            Some(Found { number: *number, run: *run, fault: Fault::new(Kind::Refused, verdict.refusal()?) })
        });
        Ok(found.collect::<Vec<_>>())
    };
    let columns: Result<Vec<_>, String> = oracles.par_iter_mut().map(judge).collect();
    Ok(columns?.into_iter().flatten().collect())
}
