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

/// A run that takes longer has no answer; of the processor's time, as what runs beside it says nothing of the engine.
const SECONDS: u64 = 10;
/// So has one that takes more memory.
const PAGES: usize = (3 << 30) / 4096;

/// What it says, a line each.
#[derive(Serialize, Deserialize)]
pub(crate) enum Said {
    /// Looks at a case, with the engine.
    Begun(usize),
    /// All answers are there; looks at them with a validator, which may fail for itself.
    Answered(usize),
    /// Something is wrong with a case's answer for a run.
    Fault { number: usize, run: usize, kind: Kind, detail: String },
    /// An answer that the oracle is to judge.
    Line { number: usize, run: usize, line: String },
    /// How long the slowest answer of a case took, if that is long.
    Slow { number: usize, run: usize, millis: u64 },
}

/// Slower answers are told of.
const SLOW: Duration = Duration::from_millis(200);

/// Looks at cases from one number up to another.
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

/// Has the process ended when an answer takes too long or too much. Who works tells the case and the run at work;
/// behind the last run, the validator is.
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
    // Whoever listened is gone.
    if writeln!(stdout(), "{line}").is_err() {
        process::exit(1);
    }
}

/// Ends the process when one answer takes too long or too much; as failed, if the engine is not to blame.
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

/// What the process took of the processor.
fn taken() -> Duration {
    ClockId::CLOCK_PROCESS_CPUTIME_ID.now().map(Duration::from).unwrap_or_default()
}

/// Pages of memory that the process holds, where the system tells.
fn pages() -> usize {
    let told = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    told.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or_default()
}
