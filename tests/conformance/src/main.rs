//! The JSON Schema Test Suite through every target: what is refused, lost or gained in silence, or changed by a
//! second run, held against the list of what is known.

mod arguments;
mod embed;
mod examine;
mod figures;
mod members;
mod suite;
#[cfg(test)]
mod tests;

use std::{
    io::{Write, stderr, stdout},
    process::ExitCode,
};

use lapidary_fidelity::{
    finding::{Finding, list, table},
    json,
    known::Known,
};

use crate::arguments::Arguments;

fn main() -> ExitCode {
    let pool = rayon::ThreadPoolBuilder::new().stack_size(json::STACK).build().map_err(|error| error.to_string());
    match pool.and_then(|pool| pool.install(run)) {
        Ok(code) => code,
        Err(message) => {
            let _ = writeln!(stderr(), "{message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let arguments = Arguments::read()?;
    let cases = suite::read(&arguments.suite)?;
    let examine::Examined { findings, slowest } = examine::examine(&cases, &arguments.runs)?;
    let known = Known::read(&arguments.known)?;
    let difference = known.compare(&arguments.runs, &findings);
    let told = |printed: std::io::Result<()>| printed.map_err(|error| error.to_string());
    let mut out = stdout().lock();
    if let Some(kind) = arguments.list {
        let wanted: Vec<&Finding> = findings.iter().filter(|finding| finding.kind == kind).collect();
        told(list(&mut out, &wanted, arguments.most))?;
        return Ok(ExitCode::SUCCESS);
    }
    let checks: usize = cases.iter().map(|case| case.checks.len()).sum();
    told(writeln!(out, "{} tools, {checks} checks a run; slowest answer {slowest:.1?}\n", cases.len()))?;
    told(table(&mut out, &arguments.runs, &findings))?;
    if let Some(file) = &arguments.figures {
        figures::write(file, [cases.len(), checks, arguments.runs.len()], &findings)?;
    }
    let new: Vec<&Finding> = findings.iter().filter(|finding| difference.is_new(finding)).collect();
    told(list(&mut out, &new, arguments.most))?;
    told(difference.print(&mut out))?;
    if arguments.update {
        known.update(&difference)?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(if difference.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
