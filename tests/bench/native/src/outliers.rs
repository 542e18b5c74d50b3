//! How much longer the slowest tool takes for its size than the one in the middle.

use std::{
    io::{Result, Write, stderr},
    time::Duration,
};

use crate::{
    engine,
    families::HARD,
    measure::{Row, time},
};

const ROUNDS: usize = 5;
/// Smaller tools are weighed as if they had so many bytes: what any call costs is not what is looked for.
const LEAST: u32 = 500;

pub(crate) fn measure(texts: &[String]) -> Result<()> {
    let made: Vec<(String, String)> =
        HARD.iter().map(|family| (family.name.to_owned(), family.text(family.size))).collect();
    let given = texts.iter().enumerate().map(|(at, text)| (format!("line {}", at + 1), text.clone()));
    let all: Vec<(String, String)> = given.chain(made).collect();
    let mut costs: Vec<(f64, &str)> = all.iter().map(|(name, text)| (cost(text), name.as_str())).collect();
    costs.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let (median, _) = costs[costs.len() / 2];
    for (cost, name) in costs.iter().rev().take(5) {
        writeln!(stderr(), "{:.1} times the median for its size: {name}", cost / median)?;
    }
    let (slowest, _) = costs[costs.len() - 1];
    let samples = vec![slowest / median; 2];
    Row { what: "slowest tool / median tool, for a byte of input", samples, gate: 10.0, aim: 4.0 }.print()
}

/// The least time that a text takes, for a byte of it.
fn cost(text: &str) -> f64 {
    let least = (0..ROUNDS).map(|_| time(|| engine(text))).min().unwrap_or(Duration::ZERO);
    least.as_secs_f64() / f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX).max(LEAST))
}
