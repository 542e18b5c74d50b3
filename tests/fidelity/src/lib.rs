//! Measures over real tools how much of a schema its declaration keeps: an empty schema is accepted, too, and scores
//! badly here. Other suites use the public parts: drawing values, the meaning of declarations, the claims of edits, and
//! the oracle.

#![allow(clippy::must_use_candidate, clippy::missing_errors_doc, reason = "a tool of tests, whose errors are messages")]

pub mod answer;
mod arguments;
pub mod check;
pub mod claims;
pub mod corpus;
pub mod declared;
pub mod draw;
mod figures;
pub mod finding;
pub mod json;
pub mod judge;
pub mod keywords;
pub mod known;
mod measure;
mod names;
pub mod oracle;
mod prove;
mod spelling;
mod table;
#[cfg(test)]
mod tests;
mod torture;
mod total;
mod unfolded;
pub mod wire;

use std::{
    cell::RefCell,
    io::{Write, stdout},
    panic,
    process::ExitCode,
};

use rayon::prelude::*;

use crate::{
    answer::{Answer, Run},
    arguments::Arguments,
    corpus::Tool,
    measure::{Measured, Original},
    total::Total,
};

thread_local! {
    /// The tool at work, for the message of a panic.
    static AT_WORK: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The program: reads the command line, measures and prints.
pub fn main() -> ExitCode {
    panic::set_hook(Box::new(|report| {
        let tool = AT_WORK.with_borrow(Clone::clone);
        let _ = writeln!(std::io::stderr(), "{report}\nwhile on {tool}");
    }));
    let answered = Arguments::read().and_then(|arguments| {
        let pool =
            rayon::ThreadPoolBuilder::new().stack_size(json::STACK).build().map_err(|error| error.to_string())?;
        let below = pool.install(|| match &arguments.torture {
            Some(file) => torture::run(file, &arguments.runs, arguments.draws),
            None => run(&arguments),
        })?;
        Ok(if arguments.gate { below } else { Vec::new() })
    });
    let (messages, code) = match answered {
        Ok(below) if below.is_empty() => return ExitCode::SUCCESS,
        Ok(below) => (below.join("\n"), ExitCode::FAILURE),
        Err(message) => (message, ExitCode::from(2)),
    };
    let _ = writeln!(std::io::stderr(), "{messages}");
    code
}

/// Measures every target in every mode, and prints; what is below the gate comes back.
fn run(arguments: &Arguments) -> Result<Vec<String>, String> {
    let tools = corpus::read(&arguments.files)?;
    let totals = totals(&tools, arguments)?;
    let mut out = stdout().lock();
    let printed = totals.iter().try_for_each(|total| match &arguments.list {
        Some(cause) => table::list(&mut out, total, cause),
        None => table::print(&mut out, total),
    });
    let printed =
        printed.and_then(|()| if arguments.list.is_some() { Ok(()) } else { table::summary(&mut out, &totals) });
    printed.map_err(|error| error.to_string())?;
    if let Some(file) = &arguments.figures {
        figures::write(file, &totals)?;
    }
    let below = |total: &Total| {
        total.below_the_gate().into_iter().map(|what| format!("{}: {what}", total.run.name())).collect::<Vec<_>>()
    };
    Ok(totals.iter().flat_map(below).collect())
}

/// Transforms and measures every tool, then lets the oracle judge the declarations.
fn totals(tools: &[Tool], arguments: &Arguments) -> Result<Vec<Total>, String> {
    let work = |tool| {
        at_work(tool, || {
            let original = Original::new(tool, arguments.draws);
            arguments.runs.iter().map(|run| measured(tool, &original, *run)).collect::<Vec<_>>()
        })
    };
    let mut tools_measured: Vec<Vec<(String, Measured)>> = tools.par_iter().map(work).collect();
    let mut columns: Vec<Vec<(String, Measured)>> = arguments.runs.iter().map(|_| Vec::new()).collect();
    for row in &mut tools_measured {
        columns.iter_mut().zip(row.drain(..)).for_each(|(column, cell)| column.push(cell));
    }
    let judge = |(run, column): (&Run, Vec<(String, Measured)>)| {
        let lines: Vec<&str> = column.iter().map(|(line, _)| line.as_str()).collect();
        let verdicts = oracle::judge(run.target.id, &lines)?;
        let mut total = Total::new(*run);
        for ((tool, (_, measured)), verdict) in tools.iter().zip(column).zip(verdicts) {
            total.add(&tool.label, measured, &verdict);
        }
        Ok(total)
    };
    arguments.runs.par_iter().zip(columns).map(judge).collect()
}

fn measured(tool: &Tool, original: &Original<'_>, run: Run) -> (String, Measured) {
    let answer = Answer::to(tool, run);
    let measured = original.measure(&answer, run.mode);
    (answer.line, measured)
}

fn at_work<T>(tool: &Tool, work: impl FnOnce() -> T) -> T {
    AT_WORK.with_borrow_mut(|label| label.clone_from(&tool.label));
    work()
}
