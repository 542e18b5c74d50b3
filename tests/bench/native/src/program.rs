//! The program `lapidary` beside a program that does no more than the round trip.

use std::{
    env, fs,
    io::{BufWriter, Error, Read, Result, Write, stdin, stdout},
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use nix::sys::{
    resource::{UsageWho, getrusage},
    time::{TimeVal, TimeValLike},
};

use crate::{
    measure::{Row, compare},
    round_trip as round_trip_of,
};

/// This program as the one that the other is measured by.
pub(crate) const ROUND_TRIP: &str = "round-trip";
const ROUNDS: usize = 7;
/// So much is read that what it takes to start counts little.
const LEAST: usize = 8_000_000;

/// Lines of JSON, each through a value of serde's.
pub(crate) fn round_trip() -> Result<()> {
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    let mut out = BufWriter::new(stdout().lock());
    for line in text.lines() {
        writeln!(out, "{}", round_trip_of(line)?)?;
    }
    out.flush()
}

pub(crate) fn measure(texts: &str) -> Result<()> {
    let own = env::current_exe()?;
    let program = own.with_file_name("lapidary");
    let lines = own.with_file_name("lapidary-bench.jsonl");
    let once = fs::read_to_string(texts)?;
    fs::write(&lines, once.repeat(LEAST.div_ceil(once.len())))?;
    let work = || spent(Command::new(&program).args(["transform", "--format", "jsonl"]), &lines);
    let base = || spent(Command::new(&own).arg(ROUND_TRIP), &lines);
    // Reports here if a program cannot run; the rounds only measure.
    work().and(base())?;
    let samples = compare(ROUNDS, || work().unwrap_or_default(), || base().unwrap_or_default());
    fs::remove_file(&lines)?;
    Row { what: "transform --format jsonl / the same round trip as a program", samples, gate: 3.0, aim: 2.0 }.print()
}

/// The time that a program spends on some input.
fn spent(program: &mut Command, input: &Path) -> Result<Duration> {
    let before = children()?;
    program.stdin(fs::File::open(input)?).stdout(Stdio::null()).stderr(Stdio::null());
    // How it ends says what it found; that it does not start would be a failure.
    program.status().map_err(|error| Error::other(format!("{program:?}: {error}")))?;
    Ok(children()?.saturating_sub(before))
}

/// The time that the programs started so far have spent.
fn children() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let micros = |time: TimeVal| Duration::from_micros(time.num_microseconds().unsigned_abs());
    Ok(micros(usage.user_time()) + micros(usage.system_time()))
}
