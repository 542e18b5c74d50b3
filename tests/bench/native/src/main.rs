//! The native engine beside serde's own round trip over the same texts. Rounds of both alternate, so
//! that what else the machine does hits both; the ratio of each round is one sample. Prints a row
//! for the table of benchmarks.

mod texts;

use std::{
    hint::black_box,
    io::{Result, Write, stdout},
    time::{Duration, Instant},
};

use lapidary::{Options, Output, transform_text};
use serde_json::Value;

const WARM_UP: usize = 3;
const ROUNDS: usize = 15;
const GATE: f64 = 1.5;
const AIM: f64 = 1.0;

fn main() -> Result<()> {
    let texts = texts::texts()?;
    let options = Options::default();
    let engine = |text: &str| _ = black_box(transform_text(text, &options, &Output::default()));
    let round_trip = |text: &str| _ = black_box(serde_json::from_str::<Value>(text).map(|value| value.to_string()));
    let mut ratios: Vec<f64> =
        (0..WARM_UP + ROUNDS).map(|round| ratio(round, engine, round_trip, &texts)).skip(WARM_UP).collect();
    ratios.sort_by(f64::total_cmp);
    let (least, median, most) = (ratios[0], ratios[ROUNDS / 2], ratios[ROUNDS - 1]);
    writeln!(stdout(), "transform_text / JSON round trip (serde_json)\t{least}\t{median}\t{most}\t{GATE}\t{AIM}")
}

/// One round of both; who goes first alternates.
fn ratio(round: usize, work: impl Fn(&str), base: impl Fn(&str), texts: &[String]) -> f64 {
    let (worked, based) = if round.is_multiple_of(2) {
        let worked = time(work, texts);
        (worked, time(base, texts))
    } else {
        let based = time(base, texts);
        (time(work, texts), based)
    };
    worked.as_secs_f64() / based.as_secs_f64()
}

fn time(work: impl Fn(&str), texts: &[String]) -> Duration {
    let start = Instant::now();
    for text in texts {
        work(text);
    }
    start.elapsed()
}
