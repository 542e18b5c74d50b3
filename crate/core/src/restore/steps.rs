//! What reading takes.

/// Bytes of a text that take as long as a step.
pub(super) const TEXT: usize = 4;
