//! The cost of a tool, and of twice an input, in instructions, which are the same on every run. Valgrind counts them.

use std::{
    env,
    hint::black_box,
    io::{Error, ErrorKind, Result, Write, stderr},
    process::Command,
};

use lapidary::{Options, Output, transform_text};

use crate::{families::GROWING, measure::Row, texts};

/// This program as the one whose instructions are counted, for a family and for all texts of a file.
pub(crate) const GROW: &str = "grow";
pub(crate) const EACH: &str = "each";

pub(crate) fn measure(file: &str) -> Result<()> {
    match measured(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            writeln!(stderr(), "skipped: what is counted in instructions; valgrind, which counts them, is missing")
        }
        done => done,
    }
}

fn measured(file: &str) -> Result<()> {
    let tools = texts::read(file)?.len();
    let each = instructions(&[EACH, file])? / f64::from(u32::try_from(tools).unwrap_or(u32::MAX));
    Row { what: "instructions a tool", samples: vec![each; 2], gate: 90_000.0, aim: 60_000.0 }.print()?;
    for family in &GROWING {
        let sized = |times: usize| instructions(&[GROW, family.name, &(family.size * times).to_string()]);
        let what = format!("twice the {}, instructions", family.name);
        Row { what: &what, samples: vec![sized(2)? / sized(1)?; 2], gate: 2.3, aim: 2.05 }.print()?;
    }
    Ok(())
}

/// The instructions of the calls that this program makes with these arguments.
fn instructions(args: &[&str]) -> Result<f64> {
    let counted = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted*"])
        .arg(env::current_exe()?)
        .args(args)
        .output()?;
    let report = String::from_utf8_lossy(&counted.stderr);
    let count = report.split_once("Collected :").and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
    count.filter(|count| *count > 0.0).ok_or_else(|| Error::other(report))
}

/// One call with a family's member of a size.
pub(crate) fn grow(family: &str, size: &str) -> Result<()> {
    let known = GROWING.iter().find(|known| known.name == family).zip(size.parse().ok());
    let (family, size) = known.ok_or_else(|| Error::other("there is no such family, or size"))?;
    counted(&family.text(size));
    Ok(())
}

/// A call with each text of a file.
pub(crate) fn each(file: &str) -> Result<()> {
    texts::read(file)?.iter().for_each(|text| counted(text));
    Ok(())
}

/// Known to Valgrind by its name.
#[inline(never)]
fn counted(text: &str) {
    let _ = black_box(transform_text(text, &Options::default(), &Output::default()));
}
