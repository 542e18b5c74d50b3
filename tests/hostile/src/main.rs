//! Documents that are attacks, through every target, mode and command: what each costs in time, memory and output, held
//! against the limits.

mod arguments;
mod child;
mod commands;
mod draw;
mod families;
mod gather;
mod growth;
mod limits;
mod subject;
mod table;
#[cfg(test)]
mod tests;

use std::{
    io::{Write, stderr},
    process::ExitCode,
};

use peak_alloc::PeakAlloc;

use crate::arguments::Arguments;

/// Counts what is allocated, so that memory is the same on every run.
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    match Arguments::read().and_then(|arguments| run(&arguments)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            let _ = writeln!(stderr(), "{message}");
            ExitCode::from(2)
        }
    }
}

/// Whether everything is within its limits.
fn run(arguments: &Arguments) -> Result<bool, String> {
    match arguments {
        Arguments::Child(batch) => child::work(batch).map(|()| true),
        Arguments::Counted(batch) => child::counted(batch).map(|()| true),
        Arguments::Growth(families) => growth::measure(families),
        Arguments::Measure(asked) => {
            let readings = gather::gather(asked)?;
            table::print(&readings, asked).map_err(|error| error.to_string())
        }
    }
}
