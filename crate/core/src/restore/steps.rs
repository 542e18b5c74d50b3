//! The cost of reading.

/// Bytes of text that count as one step of work.
pub(super) const TEXT: usize = 4;
