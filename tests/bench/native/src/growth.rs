//! What twice the input costs, in instructions, which are the same on every run. Valgrind counts them.

use std::{
    env,
    hint::black_box,
    io::{Error, ErrorKind, Result, Write, stderr},
    process::Command,
};

use lapidary::{Options, Output, transform_text};

use crate::{
    families::{Family, GROWING},
    measure::Row,
};

/// This program as the one whose instructions are counted.
pub(crate) const GROW: &str = "grow";

pub(crate) fn measure() -> Result<()> {
    for family in &GROWING {
        let (once, twice) = match (instructions(family, 1), instructions(family, 2)) {
            (Ok(once), Ok(twice)) => (once, twice),
            (Err(error), _) | (_, Err(error)) if error.kind() == ErrorKind::NotFound => {
                return writeln!(
                    stderr(),
                    "skipped: what twice the input costs; valgrind, which counts instructions, is missing"
                );
            }
            (Err(error), _) | (_, Err(error)) => return Err(error),
        };
        let what = format!("twice the {}, instructions", family.name);
        Row { what: &what, samples: vec![twice / once; 2], gate: 2.3, aim: 2.05 }.print()?;
    }
    Ok(())
}

/// The instructions of one call with a family's member of so many times its size.
fn instructions(family: &Family, times: usize) -> Result<f64> {
    let counted = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted*"])
        .arg(env::current_exe()?)
        .args([GROW, family.name, &(family.size * times).to_string()])
        .output()?;
    let told = String::from_utf8_lossy(&counted.stderr);
    let count = told.split_once("Collected :").and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
    count.filter(|count| *count > 0.0).ok_or_else(|| Error::other(told))
}

/// One call with a family's member of a size.
pub(crate) fn grow(family: &str, size: &str) -> Result<()> {
    let known = GROWING.iter().find(|known| known.name == family).zip(size.parse().ok());
    let (family, size) = known.ok_or_else(|| Error::other("there is no such family, or size"))?;
    counted(&family.text(size));
    Ok(())
}

/// Known to Valgrind by its name.
#[inline(never)]
fn counted(text: &str) {
    let _ = black_box(transform_text(text, &Options::default(), &Output::default()));
}
