//! The limits of a call.

use std::time::Duration;

/// How time is judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strictness {
    /// The documented limits.
    Full,
    /// Only that there is an answer: the machine that runs a test does other things, and what it runs is not optimized.
    /// Memory is a multiple of the text at any size, as few documents are large here.
    Quick,
}

/// Inputs up to this size are to be answered at once.
pub(crate) const USUAL: usize = 1 << 20;
/// The memory that an answer may take in addition to a multiple of its text.
const BASE: usize = 128 << 20;
const TIMES: usize = 40;

/// The limits for a case.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) time: Duration,
    pub(crate) memory: usize,
    /// A process that exceeds this is ended.
    pub(crate) most_time: Duration,
    pub(crate) most_memory: usize,
}

impl Limits {
    /// For a document of a size, given as a text of so many bytes: a message of the Model Context Protocol has a schema
    /// twice.
    pub(crate) fn of(size: usize, text: usize, strictness: Strictness) -> Limits {
        let is_usual = size <= USUAL;
        let time = Duration::from_secs(if is_usual { 2 } else { 20 });
        let is_held_to_text = is_usual || strictness == Strictness::Quick;
        let memory = if is_held_to_text { TIMES * text.max(size) + BASE } else { 4 << 30 };
        let (time, most_time) = match strictness {
            Strictness::Full => (time, 3 * time),
            Strictness::Quick => (5 * time, 5 * time),
        };
        Limits { time, memory, most_time, most_memory: (3 * memory).min(5 << 30) }
    }
}

/// The bytes that a declaration may have, of a tool of so many.
pub(crate) fn most_output(tool: usize) -> usize {
    (8 * tool).max(lapidary::Limits::default().output)
}
