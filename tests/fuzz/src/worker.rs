//! A process of its own that looks at cases one after the other, so that one without an answer ends only that.

use std::{
    fs,
    io::{Write, stdout},
    process,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use lapidary_fidelity::{
    answer::{Answer, Run},
    finding::Kind,
    json,
};
use nix::time::ClockId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    case,
    look::{Depth, Original, at_once, read_of, twice},
};

/// The CPU time after which a run has no answer: unlike elapsed time, it does not depend on other processes.
const SECONDS: u64 = 10;
/// The memory beyond which a run has no answer.
const PAGES: usize = (3 << 30) / 4096;

/// The messages of a worker, one per line.
#[derive(Serialize, Deserialize)]
pub(crate) enum Said {
    /// The engine is run on a case.
    Begun(usize),
    /// The engine has finished; the validator checks the answers, and may fail by its own fault.
    Answered(usize),
    /// Something is wrong with a case's answer for a run.
    Fault { number: usize, run: usize, kind: Kind, detail: String },
    /// An answer that the oracle is to judge.
    Line { number: usize, run: usize, line: String },
    /// How long the slowest answer of a case took, if that is long.
    Slow { number: usize, run: usize, millis: u64 },
}

/// Slower answers are reported.
const SLOW: Duration = Duration::from_millis(200);

/// Runs the cases from one number up to another.
pub(crate) fn work(seeds: &[Value], runs: &[Run], seed: u32, from: usize, to: usize, depth: Depth) {
    let at = watched(runs.len());
    let work = || {
        for number in from..to {
            look(seeds, runs, case::index(seed, number), number, depth, at);
        }
    };
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(json::STACK).spawn_scoped(scope, work);
        // A panic here is one of the harness, and has been printed.
        let ended = worker.map(thread::ScopedJoinHandle::join);
        process::exit(i32::from(!matches!(ended, Ok(Ok(())))));
    });
}

/// Ends the process when a run exceeds its time or memory. The worker stores the index of the current run; the last
/// index stands for the validator.
pub(crate) fn watched(runs: usize) -> &'static AtomicUsize {
    static AT: AtomicUsize = AtomicUsize::new(0);
    thread::spawn(move || watch(&AT, runs + 1));
    &AT
}

fn look(seeds: &[Value], runs: &[Run], index: usize, number: usize, depth: Depth, at: &AtomicUsize) {
    say(&Said::Begun(number));
    let tool = case::tool(&case::schema(seeds, index), index);
    let mut answers = Vec::new();
    for (run, one) in runs.iter().enumerate() {
        at.store(number * (runs.len() + 1) + run, Ordering::Relaxed);
        let answer = twice(&tool, *one);
        for fault in at_once(&tool, &answer, *one) {
            say(&Said::Fault { number, run, kind: fault.kind, detail: fault.detail });
        }
        if answer.time > SLOW {
            let millis = u64::try_from(answer.time.as_millis()).unwrap_or(u64::MAX);
            say(&Said::Slow { number, run, millis });
        }
        answers.push(answer);
    }
    at.store(number * (runs.len() + 1) + runs.len(), Ordering::Relaxed);
    say(&Said::Answered(number));
    for (run, answer) in answers.iter().enumerate().filter(|(run, _)| depth.asks(index, *run)) {
        if let Some(line) = answer.answer.as_ref().ok().and_then(Answer::judged) {
            say(&Said::Line { number, run, line: line.to_owned() });
        }
    }
    let read = read_of(depth, index, runs);
    let Some(original) = Original::of(&tool).filter(|_| !read.is_empty()) else { return };
    for run in read {
        let Ok(answer) = &answers[run].answer else { continue };
        for fault in original.faults(answer, runs[run]) {
            say(&Said::Fault { number, run, kind: fault.kind, detail: fault.detail });
        }
    }
}

fn say(said: &Said) {
    let line = serde_json::to_string(said).unwrap_or_default();
    // Nobody reads the messages any more.
    if writeln!(stdout(), "{line}").is_err() {
        process::exit(1);
    }
}

/// Ends the process when a run exceeds its time or memory; with failure if that is the validator.
fn watch(at: &AtomicUsize, steps: usize) {
    let (mut seen, mut since) = (at.load(Ordering::Relaxed), taken());
    loop {
        thread::sleep(Duration::from_millis(100));
        let now = at.load(Ordering::Relaxed);
        if now != seen {
            (seen, since) = (now, taken());
        }
        let late = taken().saturating_sub(since) > Duration::from_secs(SECONDS);
        if late || pages() > PAGES {
            if now % steps == steps - 1 {
                process::exit(1);
            }
            let detail = if late { format!("none in {SECONDS} s") } else { "memory".to_owned() };
            say(&Said::Fault { number: now / steps, run: now % steps, kind: Kind::NoAnswer, detail });
            process::exit(0);
        }
    }
}

/// The CPU time of the process.
fn taken() -> Duration {
    ClockId::CLOCK_PROCESS_CPUTIME_ID.now().map(Duration::from).unwrap_or_default()
}

/// The memory of the process in pages; 0 if the system does not report it.
fn pages() -> usize {
    let told = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    told.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or_default()
}
