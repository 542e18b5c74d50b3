//! What is written. Data goes out byte for byte; text for people loses its colours where they are
//! not wanted (`NO_COLOR`, pipes) and shows control characters instead of sending them.

use std::{
    borrow::Cow,
    io::{self, BufWriter, StdoutLock, Write},
};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use serde_json::{Serializer, ser::PrettyFormatter};

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

/// Standard output for programs.
pub(crate) fn data() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// A value as JSON, on a line of its own unless indented.
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

/// Text from the input, fit for a terminal.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if text.contains(is_unfit) { text.replace(is_unfit, "\u{FFFD}").into() } else { text.into() }
}

/// Control characters, and those that reorder the text around them.
fn is_unfit(character: char) -> bool {
    let reorders = matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    reorders || (character.is_control() && character != '\t')
}

/// "1 tool", "2 tools".
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
