//! The native engine and the program beside serde's own round trip of JSON values over the same texts. The first
//! argument says which of several programs this is: the one that measures prints rows for the table of benchmarks.

mod families;
mod growth;
mod measure;
mod outliers;
mod program;
mod texts;

use std::{
    env,
    hint::black_box,
    io::{Error, Result},
};

use lapidary::{Options, Output, transform_text};
use measure::{Row, ratios};
use serde_json::Value;

/// This program as the one that measures.
const MEASURE: &str = "measure";

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [texts::TEXTS] => texts::print(),
        [MEASURE, texts] => measure_all(texts),
        [program::ROUND_TRIP] => program::round_trip(),
        [growth::GROW, family, size] => growth::grow(family, size),
        [growth::EACH, texts] => growth::each(texts),
        _ => Err(Error::other("there is no such program")),
    }
}

fn measure_all(file: &str) -> Result<()> {
    let texts = texts::read(file)?;
    let engine = || texts.iter().for_each(|text| engine(text));
    let round_trip = || texts.iter().for_each(|text| _ = black_box(round_trip(text)));
    Row {
        what: "transform_text / JSON round trip (serde_json)",
        samples: ratios(engine, round_trip),
        gate: 1.6,
        aim: 1.25,
    }
    .print()?;
    program::measure(file)?;
    outliers::measure(&texts)?;
    growth::measure(file)
}

/// The measured work: the engine transforms a text.
fn engine(text: &str) {
    _ = black_box(transform_text(black_box(text), &Options::default(), &Output::default()));
}

/// The baseline: a round trip through `serde_json`.
fn round_trip(text: &str) -> serde_json::Result<String> {
    serde_json::from_str::<Value>(text).map(|value| value.to_string())
}
