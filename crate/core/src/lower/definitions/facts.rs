//! Facts that a run over a tool finds out about its definitions: the tool is lowered again with them until no new ones
//! are found.

use crate::{
    lower::Discriminant,
    order::{Map, Set},
    schema::SchemaId,
};

/// The maximum number of times that a tool is lowered again because of facts about its definitions.
pub(in crate::lower) const MAX_RUNS: usize = 4;

/// What is known of definitions before they are lowered.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct DefinitionFacts {
    /// The definitions that lead back to themselves in the source, but not in the output.
    pub(super) finite: Set<SchemaId>,
    /// The definitions whose values need a code.
    pub(in crate::lower) coded: Set<SchemaId>,
    /// The definitions that allow nothing.
    pub(super) impossible: Set<SchemaId>,
    /// The schemas of members and items that become optional so that loops of references end.
    pub(super) loosened: Set<SchemaId>,
    /// The discriminants of some definitions.
    pub(super) discriminants: Map<SchemaId, Discriminant>,
    /// Whether no fixpoint was reached, so that the costlier is assumed of all definitions.
    pub(super) unsettled: bool,
}

impl DefinitionFacts {
    /// Assumes the costlier of what is unknown. Returns whether that is new.
    pub(in crate::lower) fn assume_worst(&mut self) -> bool {
        !std::mem::replace(&mut self.unsettled, true)
    }

    /// The discriminant of a definition, if it is known.
    pub(in crate::lower) fn discriminant(&self, schema: SchemaId) -> Option<&Discriminant> {
        self.discriminants.get(&schema).filter(|_| !self.unsettled)
    }

    /// Whether a definition does not lead back to itself in the output.
    pub(super) fn is_finite(&self, schema: SchemaId) -> bool {
        self.finite.contains(&schema)
    }

    /// Whether a definition allows nothing.
    pub(super) fn is_impossible(&self, schema: SchemaId) -> bool {
        self.impossible.contains(&schema)
    }

    /// Whether members or items become optional so that loops of references end.
    pub(super) fn loosens_any(&self) -> bool {
        self.unsettled || !self.loosened.is_empty()
    }

    /// Whether members or items that a schema describes become optional so that loops of references end. Without a
    /// fixpoint, those of each recursive one do.
    pub(super) fn loosens(&self, schema: SchemaId, is_recursive: impl FnOnce() -> bool) -> bool {
        self.loosened.contains(&schema) || (self.unsettled && is_recursive())
    }

    /// Whether the values of a definition need a code.
    pub(in crate::lower) fn is_coded(&self, schema: SchemaId) -> bool {
        self.unsettled || self.coded.contains(&schema)
    }
}
