//! Results of lowering a part of the schema.

use super::{Cut, LoweredNode};
use crate::json::JsonId;

/// The result of lowering a part.
#[derive(Debug)]
pub(crate) enum Lowered {
    /// A schema for the target.
    Out(LoweredNode),
    /// Nothing: a limit was met.
    Cut(Cut),
    /// Nothing: no value is valid.
    Never(JsonId),
}

/// Why lowering a part gave no schema.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failure {
    /// A limit was met.
    Cut(Cut),
    /// No value is valid.
    Never(JsonId),
}

impl From<Failure> for Lowered {
    fn from(lost: Failure) -> Lowered {
        match lost {
            Failure::Cut(cut) => Lowered::Cut(cut),
            Failure::Never(key) => Lowered::Never(key),
        }
    }
}
