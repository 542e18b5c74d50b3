//! What lowering makes of a part of the schema.

use super::{Cut, Made};
use crate::json::JsonId;

/// What became of a part.
#[derive(Debug)]
pub(crate) enum Lowered {
    /// A schema for the target.
    Out(Made),
    /// Nothing: a limit was met.
    Cut(Cut),
    /// Nothing: no value is valid.
    Never(JsonId),
}

/// Why nothing became of a part.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lost {
    /// A limit was met.
    Cut(Cut),
    /// No value is valid.
    Never(JsonId),
}

impl From<Lost> for Lowered {
    fn from(lost: Lost) -> Lowered {
        match lost {
            Lost::Cut(cut) => Lowered::Cut(cut),
            Lost::Never(key) => Lowered::Never(key),
        }
    }
}
