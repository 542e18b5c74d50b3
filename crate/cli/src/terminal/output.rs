//! Output. Data is written byte for byte; in reports, JSON has escapes for what would act on a terminal. Text for people
//! has no colors where they are not wanted (`NO_COLOR`, pipes), and text of the input in it is escaped by
//! [`visible`](crate::terminal::visible::visible).

use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use serde_json::{Serializer, ser::PrettyFormatter};

use crate::terminal::visible::{visible_json, visible_lines};

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

/// Prints a report as JSON, on one line unless indented.
pub(crate) fn json(value: &impl Serialize, indent: Option<u8>) -> io::Result<()> {
    write(&format!("{}\n", visible_json(&json_text(value, indent)?)))
}

/// Prints data as JSON, on one line unless indented.
pub(crate) fn json_data(value: &impl Serialize, indent: Option<u8>) -> io::Result<()> {
    write(&format!("{}\n", json_text(value, indent)?))
}

/// A part of a report as JSON, on one line.
pub(crate) fn json_line(value: &impl Serialize) -> io::Result<String> {
    Ok(visible_json(&json_text(value, None)?).into_owned())
}

fn json_text(value: &impl Serialize, indent: Option<u8>) -> io::Result<String> {
    let Some(spaces) = indent else { return Ok(one_line(serde_json::to_string(value)?)) };
    let (spaces, mut json) = (" ".repeat(spaces.into()), Vec::new());
    let formatter = PrettyFormatter::with_indent(spaces.as_bytes());
    value.serialize(&mut Serializer::with_formatter(&mut json, formatter))?;
    String::from_utf8(json).map_err(io::Error::other)
}

/// Writes a text as it is.
pub(crate) fn write(text: &str) -> io::Result<()> {
    let mut out = data();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Prints what there is about the only document that was given, or a list with the names of several.
pub(crate) fn named<T: Serialize>(documents: &[Named<T>], is_one: bool, indent: Option<u8>) -> io::Result<()> {
    match documents {
        [only] if is_one => json(&only.content, indent),
        documents => json(&documents, indent),
    }
}

/// What is printed about a document as JSON, with its name.
#[derive(Serialize)]
pub(crate) struct Named<T> {
    pub(crate) file: String,
    #[serde(flatten)]
    pub(crate) content: T,
}

/// JSON without line breaks: they occur only between its tokens, where a space is equivalent.
pub(crate) fn one_line(json: String) -> String {
    // One search for each: a set of characters is compared with every character.
    ['\n', '\r'].into_iter().fold(json, |text, line_break| text.replace(line_break, " "))
}

pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// "1 tool", "2 tools".
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
