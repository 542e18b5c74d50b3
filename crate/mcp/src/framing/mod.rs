//! Messages in a stream of bytes.

mod events;
mod lines;

use bytes::Bytes;

pub use events::{Event, Events, LineEnds};
pub use lines::Lines;

/// What some programs put before a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What stands between two marks of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// All of it, without the marks.
    Whole(Bytes),
    /// It is longer than is read, and was passed over.
    TooLong(Excerpt),
}

/// The ends of a text that was passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// How it starts.
    pub start: Bytes,
    /// How it ends.
    pub end: Bytes,
}
