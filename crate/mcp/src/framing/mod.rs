//! Messages in a stream of bytes.

mod events;
mod lines;

use bytes::Bytes;

pub use events::{Event, Events, LineEnds};
pub use lines::Lines;

/// The byte order mark, which some programs write before a text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A text without the byte order mark before it.
#[must_use]
pub fn unmarked(text: Bytes) -> Bytes {
    if text.starts_with(BYTE_ORDER_MARK) { text.slice(BYTE_ORDER_MARK.len()..) } else { text }
}

/// A message without line breaks. In JSON they occur only between values, where any space is allowed.
#[must_use]
pub fn on_one_line(message: Bytes) -> Bytes {
    let breaks = |byte: &u8| matches!(byte, b'\n' | b'\r');
    if !message.iter().any(breaks) {
        return message;
    }
    message.iter().map(|byte| if breaks(byte) { b' ' } else { *byte }).collect()
}

/// A unit of a stream: a line, or the data of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// All of it, without its delimiters.
    Whole(Bytes),
    /// It is longer than the limit, and was skipped.
    TooLong(Excerpt),
}

/// The two ends of a frame that was skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// Its first bytes.
    pub start: Bytes,
    /// Its last bytes.
    pub end: Bytes,
}
