//! Mutated tools through every target: no panic, an answer within bounds, accepted, a fixed point, and nothing gained
//! or lost in silence.

mod arguments;
mod attempt;
mod case;
mod edit;
mod gather;
mod look;
mod seeds;
mod show;
mod shrink;
#[cfg(test)]
mod tests;
mod worker;

use std::{
    io::{Write, stderr, stdout},
    panic,
    process::ExitCode,
};

use lapidary_fidelity::{
    finding::{Kind, table},
    json,
    known::Known,
};

use crate::{arguments::Arguments, gather::Found};

fn main() -> ExitCode {
    let pool = rayon::ThreadPoolBuilder::new().stack_size(json::STACK).build().map_err(|error| error.to_string());
    let answered = Arguments::read().and_then(|arguments| pool?.install(|| run(&arguments)));
    match answered {
        Ok(code) => code,
        Err(message) => {
            let _ = writeln!(stderr(), "{message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    // A panic is reported as a finding.
    panic::set_hook(Box::new(|_| {}));
    let Arguments { count, seed, runs, depth, .. } = arguments;
    if arguments.attempt {
        return attempt::answer(runs[0]).map(|()| ExitCode::SUCCESS);
    }
    let seeds = seeds::read()?;
    if let Some((from, to)) = arguments.worker {
        worker::work(&seeds, runs, *seed, from, to, *depth);
    }
    let mut oracles = gather::oracles(runs)?;
    if let Some(number) = arguments.case {
        let index = case::index(*seed, number);
        show::one(&mut stdout().lock(), &case::schema(&seeds, index), index, runs, &mut oracles)?;
        return Ok(ExitCode::SUCCESS);
    }
    let gathered = gather::gather(*count, runs, &mut oracles, &arguments.for_worker)?;
    let findings = show::findings(&gathered.found, &seeds, *seed, runs);
    let told = |printed: std::io::Result<()>| printed.map_err(|error| error.to_string());
    let mut out = stdout().lock();
    told(writeln!(out, "{count} cases of seed {seed}; on {} the validator failed\n", gathered.unjudged))?;
    told(table(&mut out, runs, &findings))?;
    told(show::slow(&mut out, gathered.slow, runs))?;
    let known = arguments.known.as_ref().map(|(file, _)| Known::read(file)).transpose()?;
    let difference = known.as_ref().map(|known| known.compare(runs, &findings));
    let is_new = |at: usize| difference.as_ref().is_none_or(|difference| difference.is_new(&findings[at]));
    let new: Vec<&Found> =
        gathered.found.iter().enumerate().filter(|(at, _)| is_new(*at)).map(|(_, found)| found).collect();
    told(show::cases(&mut out, &new, runs))?;
    for kind in Kind::ALL {
        let own: Vec<&Found> = new.iter().copied().filter(|found| found.fault.kind == kind).collect();
        let smallest = show::smallest(&own, &seeds, *seed, runs, arguments.most, &mut oracles)?;
        told(show::print(&mut out, &smallest))?;
    }
    let (Some(known), Some(difference)) = (known, difference) else {
        return Ok(if new.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    };
    told(difference.print(&mut out))?;
    if arguments.known.as_ref().is_some_and(|(_, update)| *update) {
        known.update(&difference)?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(if difference.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
