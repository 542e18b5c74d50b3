//! Messages in a stream of bytes.

mod events;
mod lines;

use bytes::Bytes;

pub use events::{Event, Events, LineEnds};
pub use lines::Lines;

/// The byte order mark, which some programs write before a text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

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
