//! Where references lead.

use crate::{
    order::Set,
    schema::{Ast, SchemaId},
};

/// Where a reference leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// To a schema of this document.
    Schema(SchemaId),
    /// To a place that this document does not have.
    Dangling,
    /// To another document.
    Foreign,
}

/// The resolved references of a document.
#[derive(Debug, Default)]
pub(crate) struct References {
    /// The target of each schema's reference, by the schema's index.
    pub(super) targets: Vec<Option<Resolution>>,
    pub(super) undecided: Set<SchemaId>,
    pub(super) any: bool,
}

impl References {
    /// Whether the document has a reference.
    #[must_use]
    pub(crate) fn any(&self) -> bool {
        self.any
    }

    /// Whether the root schema alone decides where references lead: each leads into it, or to another document.
    #[must_use]
    pub(crate) fn are_self_contained(&self, ast: &Ast<'_>) -> bool {
        let root = ast.json(SchemaId::ROOT);
        let stays = |resolution: &Resolution| match resolution {
            Resolution::Schema(id) => ast.tape().contains(root, ast.json(*id)),
            Resolution::Dangling => false,
            Resolution::Foreign => true,
        };
        !self.any || self.targets.iter().flatten().all(stays)
    }

    /// Whether the target of a schema's reference depends on the dynamic scope. It is resolved to the nearest.
    #[must_use]
    pub(crate) fn is_undecided(&self, id: SchemaId) -> bool {
        self.undecided.contains(&id)
    }

    /// The schemas that references lead to.
    #[must_use]
    pub(crate) fn targets(&self) -> Set<SchemaId> {
        let schema = |target: &Resolution| if let Resolution::Schema(id) = target { Some(*id) } else { None };
        self.targets.iter().flatten().filter_map(schema).collect()
    }

    /// Where the reference of a schema leads; `None` for a schema without one.
    #[must_use]
    pub(crate) fn get(&self, id: SchemaId) -> Option<Resolution> {
        self.targets.get(id.index()).copied().flatten()
    }
}
