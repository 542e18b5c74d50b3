//! Schemas that lead back to themselves.

use super::Lower;
use crate::{order::Set, schema::SchemaId};

/// Schemas on loops of references.
pub(super) struct Loops {
    recursive: Set<SchemaId>,
    inescapable: Set<SchemaId>,
    locked: Set<SchemaId>,
}

impl Lower<'_, '_> {
    /// Whether a schema comes back to itself, as far as is known in what the target holds of it.
    #[must_use]
    pub(crate) fn is_recursive(&self, schema: SchemaId) -> bool {
        self.loops().recursive.contains(&schema) && !self.learnt.is_finite(schema)
    }

    /// Whether nothing satisfies a schema that references lead to, as far as earlier runs have shown.
    #[must_use]
    pub(crate) fn is_impossible(&self, schema: SchemaId) -> bool {
        self.learnt.is_impossible(schema)
    }

    /// Whether a schema comes back to itself on a way each step of which must be taken.
    #[must_use]
    pub(crate) fn is_inescapable(&self, schema: SchemaId) -> bool {
        self.loops().inescapable.contains(&schema)
    }

    /// Whether a schema comes back to itself, and nothing on the way can be made optional.
    #[must_use]
    pub(crate) fn is_locked(&self, schema: SchemaId) -> bool {
        self.loops().locked.contains(&schema)
    }

    fn loops(&self) -> &Loops {
        self.loops.get_or_init(|| Loops {
            recursive: self.model.references.recursive(self.model.ast),
            inescapable: self.model.references.inescapable(self.model.ast, self.target.complete_nodes),
            locked: self.model.references.locked(self.model.ast),
        })
    }

    /// How often a schema is being unfolded around here.
    #[must_use]
    pub(crate) fn times_active(&self, schema: SchemaId) -> usize {
        self.active.iter().filter(|active| **active == schema).count()
    }
}
