//! Output. Data is written byte for byte. Text for people has no colors where they are not wanted (`NO_COLOR`, pipes),
//! and text of the input in it is escaped by [`visible`](crate::visible::visible).

use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use serde_json::{Serializer, ser::PrettyFormatter};

use crate::visible::visible_lines;

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
pub(crate) const PLACE: Style = AnsiColor::BrightBlue.on_default().bold();
pub(crate) const HUNK: Style = AnsiColor::Cyan.on_default();

/// Standard output for people.
pub(crate) fn people() -> AutoStream<StdoutLock<'static>> {
    anstream::stdout().lock()
}

/// Prints an error message on standard error.
pub(crate) fn print_error(text: &str) -> io::Result<()> {
    writeln!(anstream::stderr().lock(), "{}", visible_lines(text))
}

/// Standard output for programs.
pub(crate) fn data() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Prints a value as JSON, on one line unless indented.
pub(crate) fn json(value: &impl Serialize, indent: Option<u8>) -> io::Result<()> {
    let mut out = data();
    match indent {
        None => serde_json::to_writer(&mut out, value)?,
        Some(spaces) => {
            let spaces = " ".repeat(spaces.into());
            let formatter = PrettyFormatter::with_indent(spaces.as_bytes());
            value.serialize(&mut Serializer::with_formatter(&mut out, formatter))?;
        }
    }
    out.write_all(b"\n")?;
    out.flush()
}

pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// "1 tool", "2 tools".
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
