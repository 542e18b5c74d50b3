//! Results of lowering a part of the schema.

use super::{Cut, LoweredNode};
use crate::json::JsonId;

/// The result of lowering a part: a schema for the target.
pub(crate) type Lowered = Result<LoweredNode, Failure>;

/// Why lowering a part gave no schema.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Failure {
    /// A limit was met.
    Cut(Cut),
    /// No value is valid.
    Never(JsonId),
}
