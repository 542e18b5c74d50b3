//! The cost of twice the input in instructions, which are the same on every run. Valgrind counts them.

use std::{
    env,
    io::{Error, Result, Write, stdout},
    process::Command,
};

use crate::families::{Family, Growth};

/// The bytes of the smaller one.
const SIZE: usize = 16_000;
/// How much more twice the input may cost.
const MOST: f64 = 2.3;

/// Prints what twice the input of each family costs whose cost is to be linear; says whether all are.
pub(crate) fn measure(families: &[&'static Family]) -> std::result::Result<bool, String> {
    let mut are_linear = true;
    let told = |error: Error| format!("valgrind, which counts instructions: {error}");
    let mut out = stdout().lock();
    writeln!(out, "| family | {SIZE} bytes, instructions | twice as many |\n|---|--:|--:|").map_err(told)?;
    for family in families.iter().filter(|family| family.growth == Growth::Linear) {
        let (once, twice) = (instructions(family, SIZE).map_err(told)?, instructions(family, 2 * SIZE).map_err(told)?);
        let growth = twice / once;
        are_linear &= growth <= MOST;
        writeln!(out, "| {} | {once} | {growth:.2} |", family.name).map_err(told)?;
    }
    Ok(are_linear)
}

/// The instructions of all commands with a family's member of a size, for the target that names the most.
fn instructions(family: &Family, size: usize) -> Result<f64> {
    let counted = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted_commands*"])
        .arg(env::current_exe()?)
        .args(["--counted", "--family", family.name, "--size", &size.to_string()])
        .args(["--target", lapidary::UNIVERSAL.id, "--mode", "round-trip"])
        .output()?;
    let told = String::from_utf8_lossy(&counted.stderr);
    let count = told.split_once("Collected :").and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
    count.filter(|count| *count > 0.0).ok_or_else(|| Error::other(told))
}
