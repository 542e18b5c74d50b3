//! Values as JSON text, written by one serializer.

use std::io;

use serde::Serialize;
use serde_json::value::RawValue;

use super::{
    tape::{JsonId, Tape},
    writer::compact,
};

/// A value as compact JSON text; `None` if it cannot be represented.
pub fn serialize(value: &impl Serialize) -> Option<String> {
    let mut text = Text(Vec::with_capacity(128));
    serde_json::to_writer(&mut text, value).ok()?;
    String::from_utf8(text.0).ok()
}

/// A node as a value of a codec: its text without white space between tokens, since lines of JSON and events that a
/// restored call is written into must not be split.
#[must_use]
pub(crate) fn raw(tape: &Tape<'_>, id: JsonId) -> Box<RawValue> {
    RawValue::from_string(compact(tape, id)).unwrap_or_default()
}

/// Text being written.
struct Text(Vec<u8>);

impl Text {
    /// Not inlined: `Vec`'s own method would be, in hundreds of places.
    #[inline(never)]
    fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

impl io::Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.push(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
