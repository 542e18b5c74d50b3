//! Schemas that hold one pattern each, and what becomes of it: kept exactly, widened, broken or refused.

mod descriptions;
mod mutate;
pub(crate) mod pattern;
pub(crate) mod verdict;

use std::{
    fs,
    io::{Result as Written, Write, stdout},
    path::Path,
};

use lapidary::Mode;
use rayon::prelude::*;

use self::{pattern::Pattern, verdict::Verdict};
use crate::{answer::Run, oracle};

/// Fewest patterns that drop-in keeps exactly, and most that it breaks.
const EXACT: usize = 60;
const WRONG: usize = 6;

/// The result of one pattern.
pub(crate) struct Row<'p> {
    pub(crate) pattern: &'p str,
    pub(crate) verdict: Verdict,
    /// Whether arguments beyond those that are probed got lost: deeper ones, any JSON in full.
    pub(crate) beyond: bool,
    pub(crate) detail: String,
}

/// Puts every pattern of a file through every run, and prints; what is below the gate comes back.
pub(crate) fn run(file: &Path, runs: &[Run], draws: usize) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let patterns = pattern::read(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut below = Vec::new();
    for run in runs {
        let rows = rows(&patterns, *run, draws)?;
        print(&mut stdout().lock(), *run, &rows).map_err(|error| error.to_string())?;
        below.extend(below_the_gate(*run, &rows).into_iter().map(|what| format!("{}: {what}", run.name())));
    }
    Ok(below)
}

fn rows<'p>(patterns: &'p [Pattern], run: Run, draws: usize) -> Result<Vec<Row<'p>>, String> {
    let answers: Vec<_> = patterns.par_iter().map(|pattern| verdict::answer(pattern, run)).collect();
    let left_out = r#"{"name":"","error":"no answer"}"#;
    let lines: Vec<&str> =
        answers.iter().map(|answer| answer.as_ref().map_or(left_out, |answer| answer.line.as_str())).collect();
    let verdicts = oracle::judge(run.target.id, &lines)?;
    let row = |((pattern, answer), accepted): ((&'p Pattern, &Option<_>), &oracle::Verdict)| {
        verdict::row(pattern, answer.as_ref(), accepted, run, draws)
    };
    Ok(patterns.par_iter().zip(&answers).zip(&verdicts).map(row).collect())
}

fn print(out: &mut impl Write, run: Run, rows: &[Row<'_>]) -> Written<()> {
    writeln!(out, "{}\n", run.name())?;
    for row in rows {
        let mark = if row.beyond { "†" } else { " " };
        let line = format!("  {:<32} {:<6} {mark} {}", row.pattern, row.verdict.to_string(), row.detail);
        writeln!(out, "{}", line.trim_end())?;
    }
    let heads = ["✓", "~", "✗", "400", "T", "H", "B"];
    write!(out, "\n  {} patterns:", rows.len())?;
    for head in heads {
        let count = rows.iter().filter(|row| row.verdict.head() == head).count();
        write!(out, " {head} {count}")?;
    }
    let beyond = rows.iter().filter(|row| row.beyond).count();
    writeln!(out, "\n  Probed: eight levels, two of recursion, any JSON as scalars and empty containers.")?;
    writeln!(out, "  † {beyond}: arguments beyond that get lost too. S (stringly) is counted as ✗.\n")
}

/// The gates that a run of patterns misses, as messages.
fn below_the_gate(run: Run, rows: &[Row<'_>]) -> Vec<String> {
    let count = |heads: &[&str]| rows.iter().filter(|row| heads.contains(&row.verdict.head())).count();
    let (exact, wrong, none) = (count(&["✓"]), count(&["✗"]), count(&["400", "T", "H", "B"]));
    let most = if run.mode == Mode::DropIn { WRONG } else { 0 };
    let mut below = Vec::new();
    if none > 0 {
        below.push(format!("{none} patterns have no declaration that is accepted"));
    }
    if wrong > most {
        below.push(format!("{wrong} patterns are wrong, more than {most}"));
    }
    if run.mode == Mode::DropIn && exact < EXACT {
        below.push(format!("{exact} patterns are exact, fewer than {EXACT}"));
    }
    below
}
