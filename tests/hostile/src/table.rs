//! The measurements relative to the limits, as a table.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Result, Write, stdout},
};

use crate::{
    arguments::Asked,
    child::Cost,
    gather::{Outcome, Reading},
    limits::Limits,
};

/// How many rows are shown of what is within its limits.
const SHOWN: usize = 20;

/// A reading, by how much of a limit it takes.
struct Judged<'r> {
    reading: &'r Reading,
    /// One is the limit.
    share: f64,
    limit: &'static str,
}

impl Judged<'_> {
    /// The outcome in words.
    fn found(&self) -> String {
        let Judged { reading, share, limit } = self;
        match &reading.outcome {
            Outcome::Answered(_) => format!("{share:.2} × {limit}"),
            Outcome::Ended(_) => format!("no answer: {share:.1} × {limit}"),
            Outcome::Panicked(message) => format!("panic: {message}"),
            Outcome::Died(status) => format!("died: {status}"),
        }
    }
}

/// Prints the table; says whether everything is within its limits.
pub(crate) fn print(readings: &[Reading], asked: &Asked) -> Result<bool> {
    let mut judged: Vec<Judged> = readings.iter().map(|reading| judge(reading, asked)).collect();
    judged.sort_by(|a, b| b.share.total_cmp(&a.share));
    // Of a family at a size, a command and a limit, the worst run.
    let mut runs = BTreeMap::new();
    let key = |one: &Judged| (one.reading.family.name, one.reading.size, one.reading.command.name(), one.limit);
    let misses = |one: &&Judged| one.share > 1.0;
    judged.iter().filter(misses).for_each(|one| *runs.entry(key(one)).or_insert(0) += 1);
    let mut seen = BTreeSet::new();
    judged.retain(|one| seen.insert(key(one)));
    let count = judged.iter().filter(misses).count();
    let mut out = stdout().lock();
    let families = asked.families.len();
    writeln!(out, "{} cases of {families} families; {count} rows miss a limit\n", readings.len())?;
    writeln!(
        out,
        "| family | attacks | bytes | command | worst in | missed in | s | MB | output, kB | declaration, kB | of its limit |"
    )?;
    writeln!(out, "|---|---|--:|---|---|--:|--:|--:|--:|--:|---|")?;
    for one in judged.iter().take(count + SHOWN) {
        row(&mut out, one, runs.get(&key(one)).copied().unwrap_or(0))?;
    }
    Ok(count == 0)
}

/// Says what misses a limit, a line each.
pub(crate) fn tell(out: &mut impl Write, readings: &[Reading], asked: &Asked) -> Result<()> {
    for judged in readings.iter().map(|reading| judge(reading, asked)).filter(|judged| judged.share > 1.0) {
        let Reading { family, size, run, command, .. } = judged.reading;
        writeln!(out, "{}, {size} bytes, {}, {}: {}", family.name, run.name(), command.name(), judged.found())?;
    }
    Ok(())
}

fn row(out: &mut impl Write, judged: &Judged, runs: usize) -> Result<()> {
    let Reading { family, size, run, command, outcome } = judged.reading;
    let cost = match outcome {
        Outcome::Answered(cost) | Outcome::Ended(cost) => *cost,
        Outcome::Panicked(_) | Outcome::Died(_) => Cost::default(),
    };
    let what = judged.found();
    let (name, attacks) = (family.name, family.attacks);
    let (run, command) = (run.name(), command.name());
    let (time, memory, output) = (cost.time.as_secs_f64(), cost.memory / 1_000_000, cost.output / 1000);
    let declaration = cost.declaration.map(|(bytes, _)| (bytes / 1000).to_string()).unwrap_or_default();
    writeln!(
        out,
        "| {name} | {attacks} | {size} | {command} | {run} | {runs} | {time:.2} | {memory} | {output} | {declaration} | {what} |"
    )
}

fn judge<'r>(reading: &'r Reading, asked: &Asked) -> Judged<'r> {
    let Reading { size, .. } = *reading;
    let (Outcome::Answered(cost) | Outcome::Ended(cost)) = &reading.outcome else {
        return Judged { reading, share: f64::INFINITY, limit: "an answer" };
    };
    let limits = Limits::of(size, cost.given.unwrap_or(size), asked.strictness);
    let time = cost.time.as_secs_f64() / limits.time.as_secs_f64();
    let memory = share(cost.memory, limits.memory);
    let output = cost.declaration.map_or(0.0, |(bytes, most)| share(bytes, most));
    let shares = [(time, "time"), (memory, "memory"), (output, "output")];
    let (share, limit) = shares.into_iter().max_by(|(a, _), (b, _)| a.total_cmp(b)).unwrap_or_default();
    Judged { reading, share, limit }
}

#[expect(clippy::cast_precision_loss, reason = "a share is rounded anyway")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}
