//! Every tool of the suite through every run.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use lapidary_fidelity::{
    answer::{Answer, Run},
    check::{Fault, Held, faults},
    finding::{Finding, Kind},
    oracle,
};
use rayon::prelude::*;

use crate::{members::has_arguments, suite::Case};

/// The findings, and the time of the slowest answer.
pub(crate) struct Examined {
    pub(crate) findings: Vec<Finding>,
    pub(crate) slowest: Duration,
}

/// One answer.
struct Cell {
    /// As the oracle reads it.
    line: String,
    declaration: String,
    /// With the check that shows them, if one does.
    faults: Vec<(Option<String>, Fault)>,
    took: Duration,
}

/// Transforms and judges every tool for every run.
pub(crate) fn examine(cases: &[Case], runs: &[Run]) -> Result<Examined, String> {
    let rows: Vec<Vec<Cell>> = cases.par_iter().map(|case| runs.iter().map(|run| cell(case, *run)).collect()).collect();
    let slowest = rows.iter().flatten().map(|cell| cell.took).max().unwrap_or_default();
    let columns: Result<Vec<Vec<Finding>>, String> = runs
        .par_iter()
        .enumerate()
        .map(|(at, run)| column(cases, *run, &rows.iter().map(|row| &row[at]).collect::<Vec<_>>()))
        .collect();
    Ok(Examined { findings: columns?.into_iter().flatten().collect(), slowest })
}

fn cell(case: &Case, run: Run) -> Cell {
    let started = Instant::now();
    let answer = Answer::caught(&case.tool, run);
    let took = started.elapsed();
    match answer {
        Ok(answer) => {
            let faults = all_faults(case, &answer, run);
            Cell { line: answer.line, declaration: answer.text.unwrap_or_default(), faults, took }
        }
        Err(message) => {
            let faults = vec![(None, Fault::new(Kind::Panic, message))];
            Cell { line: String::new(), declaration: String::new(), faults, took }
        }
    }
}

fn all_faults(case: &Case, answer: &Answer, run: Run) -> Vec<(Option<String>, Fault)> {
    let mut found: Vec<_> = faults(&case.tool, answer, run).into_iter().map(|fault| (None, fault)).collect();
    let Some(judge) = &case.judge else { return found };
    let held = match Held::read(answer, run) {
        Ok(Some(held)) => held,
        Ok(None) => return found,
        Err(fault) => {
            found.push((None, fault));
            return found;
        }
    };
    let is_sent = |arguments: &serde_json::Value| arguments.as_object().is_some_and(|held| !held.is_empty());
    let sent = case.checks.iter().find(|check| check.valid && is_sent(&check.arguments));
    if let Some(check) = sent.filter(|_| held.is_empty_in_silence() && has_arguments(&case.schema)) {
        found.push((None, Fault::new(Kind::ArgumentsGone, format!("{} is valid", check.arguments))));
    }
    for check in &case.checks {
        let fault = if check.valid { held.valid(&check.arguments) } else { held.invalid(&check.arguments, judge) };
        found.extend(fault.map(|fault| (Some(check.name.clone()), fault)));
    }
    found
}

/// The findings of one run, with what the oracle says.
fn column(cases: &[Case], run: Run, cells: &[&Cell]) -> Result<Vec<Finding>, String> {
    // Many schemas of the suite are in several drafts.
    let mut places = BTreeMap::new();
    for cell in cells.iter().filter(|cell| !cell.line.is_empty()) {
        let next = places.len();
        places.entry(cell.line.as_str()).or_insert(next);
    }
    let mut lines = vec![""; places.len()];
    for (line, at) in &places {
        lines[*at] = *line;
    }
    let verdicts = oracle::judge(run.target.id, &lines)?;
    let mut findings = Vec::new();
    for (case, cell) in cases.iter().zip(cells) {
        let refusal = places.get(cell.line.as_str()).and_then(|at| verdicts[*at].refusal());
        let refused = refusal.map(|refusal| (None, Fault::new(Kind::Refused, refusal)));
        for (check, fault) in cell.faults.iter().cloned().chain(refused) {
            findings.push(Finding {
                kind: fault.kind,
                run,
                case: check.map_or_else(|| case.name.clone(), |check| format!("{}: {check}", case.name)),
                tool: case.tool.text.clone(),
                declaration: cell.declaration.clone(),
                detail: fault.detail,
            });
        }
    }
    Ok(findings)
}
