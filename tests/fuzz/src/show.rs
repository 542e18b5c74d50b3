//! Findings as people read them: counted, and shrunk to the smallest tools that show them.

use std::{
    collections::{BTreeMap, BTreeSet},
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
    shrink::{first_faulty, shrunk, skeleton},
};

/// Findings that are shrunk for each tool that is shown.
const TRIES: usize = 4;
/// Cases that are listed of each kind.
const CASES: usize = 40;

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
    let mut looked = BTreeSet::new();
    for (_, one) in first.into_iter().take(most * TRIES) {
        if looked.len() >= most {
            break;
        }
        let (kind, index) = (one.fault.kind, case::index(seed, one.number));
        let schema = case::schema(seeds, index);
        let cut = shrunk(schema.clone(), index, runs[one.run], kind, oracles)?;
        let (tool, fault) = cut.unwrap_or_else(|| (case::tool(&schema, index), one.fault.clone()));
        let mut also = Vec::new();
        for (at, run) in runs.iter().enumerate() {
            let tool = std::slice::from_ref(&tool);
            if at == one.run || first_faulty(tool, *run, kind, oracles)?.is_some() {
                also.push(*run);
            }
        }
        let names = also.iter().map(|run| run.name()).collect::<Vec<_>>();
        let looks = tool.schema.as_ref().map(|schema| skeleton(schema).to_string());
        if !looked.insert((looks.unwrap_or_default(), names)) {
            continue;
        }
        shown.extend(also.into_iter().map(|run| {
            let answer = (kind != Kind::NoAnswer).then(|| Answer::caught(&tool, run).ok()).flatten();
            Finding {
                kind,
                run,
                case: format!("seed {seed}, case {}", one.number),
                tool: tool.text.clone(),
                declaration: answer.and_then(|answer| answer.text).unwrap_or_default(),
                detail: fault.detail.clone(),
            }
        }));
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

/// Prints the first cases of each kind with one of their runs, before they are shrunk, which may take long.
pub(crate) fn cases(out: &mut impl Write, found: &[&Found], runs: &[Run]) -> Written<()> {
    for kind in Kind::ALL {
        let mut of_case: BTreeMap<usize, &str> = BTreeMap::new();
        for one in found.iter().filter(|one| one.fault.kind == kind) {
            of_case.entry(one.number).or_insert_with(|| runs[one.run].target.id);
        }
        if of_case.is_empty() {
            continue;
        }
        let shown: Vec<String> = of_case.iter().take(CASES).map(|(number, id)| format!("{number} ({id})")).collect();
        let more = if of_case.len() > CASES { " …" } else { "" };
        writeln!(out, "{}, cases: {}{more}", kind.name(), shown.join(", "))?;
    }
    writeln!(out)
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
        for kind in Kind::ALL {
            if let Some((_, fault)) = first_faulty(&tool, *run, kind, oracles)? {
                told(writeln!(out, "\n{}: {}: {}", run.name(), kind.name(), fault.detail))?;
            }
        }
    }
    Ok(())
}
