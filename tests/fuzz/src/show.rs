//! Findings as people read them: counted, and shrunk to the smallest tools that show them.

use std::{
    collections::BTreeSet,
    io::{Result as Written, Write},
};

use lapidary_fidelity::{
    answer::{Answer, Run},
    finding::{Finding, Kind, list},
};
use serde_json::Value;

use crate::{
    case,
    gather::{Found, Oracles},
    shrink::{first_faulty, shrunk},
};

/// Findings that are shrunk for each tool that is shown.
const TRIES: usize = 4;

/// The findings, with their tools.
pub(crate) fn findings(found: &[Found], seeds: &[Value], seed: u32, runs: &[Run]) -> Vec<Finding> {
    let finding = |one: &Found| {
        let index = case::index(seed, one.number);
        Finding {
            kind: one.fault.kind,
            run: runs[one.run],
            case: format!("seed {seed}, case {}", one.number),
            tool: case::tool(&case::schema(seeds, index), index).text,
            declaration: String::new(),
            detail: one.fault.detail.clone(),
        }
    };
    found.iter().map(finding).collect()
}

/// The smallest tools for findings of one kind: those of the smallest cases, and of one case for each run.
pub(crate) fn smallest(
    found: &[&Found],
    seeds: &[Value],
    seed: u32,
    runs: &[Run],
    most: usize,
    oracles: &mut Oracles,
) -> Result<Vec<Finding>, String> {
    let length = |one: &Found| case::schema(seeds, case::index(seed, one.number)).to_string().len();
    let mut own: Vec<(usize, &Found)> = found.iter().map(|one| (length(one), *one)).collect();
    own.sort_by_key(|(length, one)| (*length, one.number, one.run));
    let mut met = BTreeSet::new();
    let (mut first, rest): (Vec<_>, Vec<_>) = own.into_iter().partition(|(_, one)| met.insert(one.run));
    let mut cases: BTreeSet<usize> = first.iter().map(|(_, one)| one.number).collect();
    first.extend(rest.into_iter().filter(|(_, one)| cases.insert(one.number)));
    let mut shown: Vec<Finding> = Vec::new();
    let mut texts = BTreeSet::new();
    for (_, one) in first.into_iter().take(most * TRIES) {
        if texts.len() >= most {
            break;
        }
        let (kind, index) = (one.fault.kind, case::index(seed, one.number));
        let schema = case::schema(seeds, index);
        // Without an answer there is nothing to try again safely.
        let cut =
            if kind == Kind::NoAnswer { None } else { shrunk(schema.clone(), index, runs[one.run], kind, oracles)? };
        let (tool, fault) = cut.unwrap_or_else(|| (case::tool(&schema, index), one.fault.clone()));
        if !texts.insert(tool.text.clone()) {
            continue;
        }
        for (at, run) in runs.iter().enumerate() {
            let also = at == one.run
                || (kind != Kind::NoAnswer
                    && first_faulty(std::slice::from_ref(&tool), *run, kind, oracles)?.is_some());
            if also {
                let answer = (kind != Kind::NoAnswer).then(|| Answer::caught(&tool, *run).ok()).flatten();
                shown.push(Finding {
                    kind,
                    run: *run,
                    case: format!("seed {seed}, case {}", one.number),
                    tool: tool.text.clone(),
                    declaration: answer.and_then(|answer| answer.text).unwrap_or_default(),
                    detail: fault.detail.clone(),
                });
            }
        }
    }
    Ok(shown)
}

/// Prints findings of one kind.
pub(crate) fn print(out: &mut impl Write, findings: &[Finding]) -> Written<()> {
    list(out, &findings.iter().collect::<Vec<_>>(), usize::MAX)
}

/// Prints which answers took long.
pub(crate) fn slow(out: &mut impl Write, mut slow: Vec<(u64, usize, usize)>, runs: &[Run]) -> Written<()> {
    slow.sort_unstable();
    let over = slow.iter().filter(|(millis, ..)| *millis > 1_000).count();
    writeln!(out, "\n{over} answers took more than a second")?;
    for (millis, number, run) in slow.iter().rev().take(5) {
        writeln!(out, "  {millis} ms: case {number}, {}", runs[*run].name())?;
    }
    Ok(())
}

/// Prints the tool of a case, and everything that is wrong with it.
pub(crate) fn one(
    out: &mut impl Write,
    schema: &Value,
    index: usize,
    runs: &[Run],
    oracles: &mut Oracles,
) -> Result<(), String> {
    let tool = [case::tool(schema, index)];
    let told = |printed: Written<()>| printed.map_err(|error| error.to_string());
    told(writeln!(out, "{}", tool[0].text))?;
    for run in runs {
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::NoAnswer) {
            if let Some((_, fault)) = first_faulty(&tool, *run, kind, oracles)? {
                told(writeln!(out, "\n{}: {}: {}", run.name(), kind.name(), fault.detail))?;
            }
        }
    }
    Ok(())
}
