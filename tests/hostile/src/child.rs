//! A process that measures the cases of a family one after the other, and ends with one that takes too much.

use std::{
    hint::black_box,
    io::{Write, stdout},
    panic::{self, AssertUnwindSafe},
    process,
    sync::Mutex,
    thread,
    time::Duration,
};

use nix::time::ClockId;
use serde::{Deserialize, Serialize};

use crate::{
    ALLOCATOR,
    arguments::Batch,
    commands::{Bench, Command},
    limits::Limits,
    subject::Subject,
};

/// The messages of a child process, one per line. A case is a run and a command.
#[derive(Serialize, Deserialize)]
pub(crate) enum Said {
    /// Begins a case.
    Begun(usize),
    /// A case is answered.
    Answered { case: usize, cost: Cost },
    /// A case has nothing to do.
    Idle(usize),
    /// A case exceeded its limits, and the process ends.
    Ended { case: usize, cost: Cost },
    /// A case panicked.
    Panicked { case: usize, message: String },
}

/// The cost of a case.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Cost {
    /// CPU time.
    pub(crate) time: Duration,
    /// Most bytes that were allocated at once.
    pub(crate) memory: usize,
    /// Bytes of the text that was given, where that is not the document.
    pub(crate) given: Option<usize>,
    /// Bytes that were written.
    pub(crate) output: usize,
    /// The largest declaration for what it may have, and that.
    pub(crate) declaration: Option<(usize, usize)>,
}

/// The case at work: its number, and when it began.
static AT_WORK: Mutex<Option<(usize, Duration, usize)>> = Mutex::new(None);

/// Measures a batch.
pub(crate) fn work(batch: &Batch) -> Result<(), String> {
    panic::set_hook(Box::new(|_| {}));
    let subject = Subject::of((batch.family.make)(batch.size), batch.size);
    let limits = Limits::of(batch.size, subject.document.len(), batch.strictness);
    thread::scope(|scope| {
        // The stack of any thread: nothing may need more.
        let worker = scope.spawn(|| measure_all(batch, &subject));
        while !worker.is_finished() {
            watch(limits);
            thread::sleep(Duration::from_millis(2));
        }
        worker.join().map_err(|_| "what measures has panicked".to_owned())
    })
}

/// The commands of the first run, to have their instructions counted.
pub(crate) fn counted(batch: &Batch) -> Result<(), String> {
    let subject = Subject::of((batch.family.make)(batch.size), batch.size);
    let run = *batch.runs.first().ok_or("there is no run")?;
    let mut bench = Bench { subject: &subject, run, calls: None };
    bench.prepare();
    counted_commands(&mut bench);
    Ok(())
}

/// Known to Valgrind by its name.
#[inline(never)]
fn counted_commands(bench: &mut Bench<'_>) {
    for command in Command::ALL {
        black_box(bench.run(command));
    }
}

fn measure_all(batch: &Batch, subject: &Subject) {
    let commands = Command::ALL.len();
    for (number, run) in batch.runs.iter().enumerate() {
        let mut bench = Bench { subject, run: *run, calls: None };
        for (command, at) in Command::ALL.into_iter().zip(number * commands..) {
            if at >= batch.from && !batch.without.iter().any(|name| name == command.name()) {
                measure(&mut bench, command, at);
            }
        }
    }
}

fn measure(bench: &mut Bench<'_>, command: Command, case: usize) {
    say(&Said::Begun(case));
    begin(Some(case));
    let answered = panic::catch_unwind(AssertUnwindSafe(|| {
        if command.is_of_calls() {
            bench.prepare();
        }
        begin(Some(case));
        ALLOCATOR.reset_peak_usage();
        let (before, start) = (ALLOCATOR.current_usage(), now(ClockId::CLOCK_THREAD_CPUTIME_ID));
        let written = bench.run(command)?;
        let time = now(ClockId::CLOCK_THREAD_CPUTIME_ID).saturating_sub(start);
        let memory = ALLOCATOR.peak_usage().saturating_sub(before);
        Some(Cost { time, memory, given: written.given, output: written.bytes, declaration: written.declaration })
    }));
    begin(None);
    say(&match answered {
        Ok(Some(cost)) => Said::Answered { case, cost },
        Ok(None) => Said::Idle(case),
        Err(thrown) => {
            let text = thrown.downcast_ref::<String>().map(String::as_str);
            let message = text.or_else(|| thrown.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned();
            Said::Panicked { case, message }
        }
    });
}

/// Tells who watches which case is at work.
fn begin(case: Option<usize>) {
    if let Ok(mut at_work) = AT_WORK.lock() {
        *at_work = case.map(|case| (case, now(ClockId::CLOCK_PROCESS_CPUTIME_ID), ALLOCATOR.current_usage()));
    }
}

/// Ends the process if the case at work takes too much.
fn watch(limits: Limits) {
    let Ok(at_work) = AT_WORK.lock() else { return };
    let Some((case, start, before)) = *at_work else { return };
    let time = now(ClockId::CLOCK_PROCESS_CPUTIME_ID).saturating_sub(start);
    let memory = ALLOCATOR.current_usage().saturating_sub(before);
    if time > limits.most_time || memory > limits.most_memory {
        say(&Said::Ended { case, cost: Cost { time, memory, ..Cost::default() } });
        process::exit(0);
    }
}

fn now(clock: ClockId) -> Duration {
    clock.now().map(Duration::from).unwrap_or_default()
}

fn say(said: &Said) {
    let line = serde_json::to_string(said).unwrap_or_default();
    // Whoever listened is gone.
    if writeln!(stdout(), "{line}").is_err() {
        process::exit(1);
    }
}
