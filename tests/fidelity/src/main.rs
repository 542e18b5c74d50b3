//! Measures what declarations keep of the schemas that they were made from, over real tools:
//! acceptance bought by emptying a schema shows here.

mod admit;
mod answer;
mod arguments;
mod claims;
mod corpus;
mod draw;
mod judge;
mod measure;
mod names;
mod oracle;
mod table;
#[cfg(test)]
mod tests;
mod total;

use std::{
    cell::RefCell,
    io::{Write, stdout},
    panic,
    process::ExitCode,
};

use lapidary::Target;
use rayon::prelude::*;

use crate::{answer::Answer, arguments::Arguments, corpus::Tool, measure::Original, total::Total};

thread_local! {
    /// The tool at work, for the message of a panic.
    static AT_WORK: RefCell<String> = const { RefCell::new(String::new()) };
}

fn main() -> ExitCode {
    panic::set_hook(Box::new(|report| {
        let tool = AT_WORK.with_borrow(Clone::clone);
        let _ = writeln!(std::io::stderr(), "{report}\nwhile on {tool}");
    }));
    match Arguments::read().and_then(|arguments| run(&arguments)) {
        Ok(code) => code,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "{message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let tools = corpus::read(&arguments.file)?;
    let mut below = Vec::new();
    for target in &arguments.targets {
        let total = total(&tools, target, arguments.draws)?;
        let mut out = stdout().lock();
        let printed = match &arguments.list {
            Some(cause) => table::list(&mut out, target.id, &total, cause),
            None => table::print(&mut out, target.id, &total),
        };
        printed.map_err(|error| error.to_string())?;
        below.extend(total.below_the_gate().into_iter().map(|what| format!("{}: {what}", target.id)));
    }
    if !arguments.gate || below.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let _ = writeln!(std::io::stderr(), "{}", below.join("\n"));
    Ok(ExitCode::FAILURE)
}

/// Transforms, judges and measures every tool.
fn total(tools: &[Tool], target: &'static Target, draws: usize) -> Result<Total, String> {
    let answers: Vec<Answer> = tools.par_iter().map(|tool| at_work(tool, || Answer::to(tool, target))).collect();
    let lines: Vec<&str> = answers.iter().map(|answer| answer.line.as_str()).collect();
    let measure = |(tool, answer): (_, &Answer)| {
        at_work(tool, || Original::new(tool, draws).measure(answer.parameters.as_ref(), &answer.claims))
    };
    let (verdicts, measured) = rayon::join(
        || oracle::judge(target.id, &lines),
        || tools.par_iter().zip(&answers).map(measure).collect::<Vec<_>>(),
    );
    let mut total = Total::default();
    for (((tool, answer), measured), verdict) in tools.iter().zip(&answers).zip(measured).zip(verdicts?) {
        total.add(&tool.label, &answer.claims, measured, &verdict);
    }
    Ok(total)
}

fn at_work<T>(tool: &Tool, work: impl FnOnce() -> T) -> T {
    AT_WORK.with_borrow_mut(|label| label.clone_from(&tool.label));
    work()
}
