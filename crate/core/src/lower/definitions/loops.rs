//! Schemas that lead back to themselves.

use crate::{order::Set, schema::SchemaId};

/// Schemas on loops of references.
pub(in crate::lower) struct Loops {
    pub(super) recursive: Set<SchemaId>,
    pub(super) unbreakable_cycles: Set<SchemaId>,
    /// The schemas that allow any JSON value, if some schema is recursive.
    pub(super) anything: Set<SchemaId>,
}
