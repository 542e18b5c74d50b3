//! Whether schemas lead back to themselves.

use super::loops::Loops;
use crate::{json::JsonId, lower::Lower, order::Set, schema::SchemaId, targets::ReferenceForm};

impl Lower<'_, '_> {
    /// Whether a schema leads back to itself, in the output as far as that is known.
    #[must_use]
    pub(crate) fn is_recursive(&self, schema: SchemaId) -> bool {
        self.loops().recursive.contains(&schema) && !self.definition_facts.is_finite(schema)
    }

    /// Whether nothing satisfies a schema that references lead to, as far as earlier runs have found out.
    #[must_use]
    pub(crate) fn is_impossible(&self, schema: SchemaId) -> bool {
        self.definition_facts.is_impossible(schema)
    }

    /// Whether earlier runs have found loops of references in which a value cannot omit any step: required members,
    /// items of lists that may not be empty, branches.
    #[must_use]
    pub(crate) fn has_endless_loops(&self) -> bool {
        self.definition_facts.loosens_any()
    }

    /// Whether the members or items that a schema describes are to be optional, so that such a loop ends.
    #[must_use]
    pub(crate) fn ends_a_loop(&self, schema: SchemaId) -> bool {
        self.definition_facts.loosens(schema, || self.loops().recursive.contains(&schema))
    }

    /// Whether a schema leads back to itself and no step can be made optional.
    #[must_use]
    pub(crate) fn is_locked(&self, schema: SchemaId) -> bool {
        self.loops().unbreakable_cycles.contains(&schema)
    }

    /// Whether a schema leads back to itself and allows any JSON value.
    #[must_use]
    pub(crate) fn is_recursive_anything(&self, schema: SchemaId) -> bool {
        let loops = self.loops();
        loops.recursive.contains(&schema) && loops.anything.contains(&schema)
    }

    /// Whether references into a value stay references, as the target takes them.
    #[must_use]
    pub(crate) fn keeps_references_into(&self, value: JsonId) -> bool {
        let (ast, references) = (self.model.ast, self.model.references);
        let stays = |schema: &SchemaId| self.target.references == ReferenceForm::Dollar || self.is_recursive(*schema);
        let is_within = |schema: &SchemaId| ast.tape().contains(value, ast.json(*schema));
        references.targets().iter().any(|schema| is_within(schema) && stays(schema))
    }

    fn loops(&self) -> &Loops {
        self.loops.get_or_init(|| {
            let (ast, references) = (self.model.ast, self.model.references);
            let recursive = references.recursive(ast);
            let anything = if recursive.is_empty() { Set::new() } else { references.allow_anything(ast) };
            Loops { recursive, unbreakable_cycles: references.unbreakable_cycles(ast), anything }
        })
    }

    /// Whether a schema is being unfolded for the current value: an alternative that leads back to it allows nothing
    /// that the others do not.
    #[must_use]
    pub(crate) fn is_same_value(&self, schema: SchemaId) -> bool {
        self.active[self.value_start..].contains(&schema)
    }

    /// How many times a schema is being unfolded around the current node.
    #[must_use]
    pub(crate) fn times_active(&self, schema: SchemaId) -> usize {
        self.active.iter().filter(|active| **active == schema).count()
    }
}
