//! The log of what runs for long.

use std::io::{self, BufWriter};

use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::fmt;

/// Writes the log to standard error from now on, as lines or as JSON; the last of it when what this gives is dropped.
pub(crate) fn start(as_json: bool) -> WorkerGuard {
    // Who does not read the log must not hold anything up: lines that find no room are left out.
    let (writer, guard) = tracing_appender::non_blocking(BufWriter::new(io::stderr()));
    let log = fmt().with_writer(writer).with_target(false);
    if as_json {
        log.json().flatten_event(true).init();
    } else {
        log.with_ansi(false).init();
    }
    guard
}
