//! The log of long-running commands.

use std::io::{self, BufWriter, Write};

use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::fmt;

use crate::terminal::visible::visible;

/// Starts logging to standard error, as lines or as JSON; dropping the returned guard writes what is still buffered.
pub(crate) fn start(as_json: bool) -> WorkerGuard {
    // A slow reader of the log must not block the program: lines that exceed the buffer are dropped.
    let (writer, guard) = tracing_appender::non_blocking(BufWriter::new(io::stderr()));
    let log = fmt().with_writer(move || Visible(writer.clone())).with_target(false);
    if as_json {
        log.json().flatten_event(true).init();
    } else {
        log.with_ansi(false).init();
    }
    guard
}

/// Writes each entry, which arrives in one piece, as one line with its control characters escaped. In JSON, the escapes
/// have the same meaning.
struct Visible<W>(W);

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(entry);
        let line = text.strip_suffix('\n').unwrap_or(&text);
        self.0.write_all(format!("{}\n", visible(line)).as_bytes())?;
        Ok(entry.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_one_line() {
        let mut log = Visible(Vec::new());
        log.write_all(b"WARN a\nERROR b\x1b[2J\xe2\x80\xae\n").expect("memory is written");
        log.write_all("{\"message\":\"a\u{202e}\"}\n".as_bytes()).expect("memory is written");
        let lines = "WARN a\\u000aERROR b\\u001b[2J\\u202e\n{\"message\":\"a\\u202e\"}\n";
        assert_eq!(String::from_utf8_lossy(&log.0), lines);
    }
}
