//! Facts that a run over a tool finds out about its definitions: the tool is lowered again with them until no new ones
//! are found.

use super::{Discriminant, Lower};
use crate::{
    order::{Map, Set},
    resolve::on_cycles,
    restore::Code,
    schema::SchemaId,
    targets::ReferenceForm,
};

/// The maximum number of times that a tool is lowered again because of facts about its definitions.
pub(super) const MAX_RUNS: usize = 4;

/// The maximum number of passes over all codes in search of those that lead to a needed one.
const MAX_ROUNDS: usize = 16;

/// What is known of definitions before they are lowered.
#[derive(Clone, Debug, Default)]
pub(super) struct DefinitionFacts {
    /// The definitions that lead back to themselves in the source, but not in the output.
    finite: Set<SchemaId>,
    /// The definitions whose values need a code.
    coded: Set<SchemaId>,
    /// The definitions that allow nothing.
    impossible: Set<SchemaId>,
    /// The schemas on loops of references in which a value cannot omit any step.
    inescapable: Set<SchemaId>,
    /// The discriminants of some definitions.
    discriminants: Map<SchemaId, Discriminant>,
    /// Whether no fixpoint was reached, so that the costlier is assumed of all definitions.
    unsettled: bool,
}

impl DefinitionFacts {
    /// Adds what a run has found out. Returns whether any of it differs from what the run assumed.
    pub(super) fn add(&mut self, run: &Lower<'_, '_>, codes: &Map<String, Code>) -> bool {
        let mut is_new =
            self.add_finite(run) | self.add_impossible(run) | self.add_inescapable(run) | self.add_discriminants(run);
        let mut codes: Vec<_> = codes.iter().filter_map(|(name, code)| Some((run.definition(name)?, code))).collect();
        for _ in 0..MAX_ROUNDS {
            let before = codes.len();
            codes.retain(|(schema, code)| {
                let needed = code.is_needed(&|name| run.definition(name).is_some_and(|id| self.coded.contains(&id)));
                if needed && self.coded.insert(*schema) {
                    is_new |= run.definitions.was_assumed_uncoded(*schema);
                }
                !needed
            });
            if codes.len() == before {
                return is_new;
            }
        }
        self.assume_worst()
    }

    /// Adds the definitions that lead back to themselves in the source only, for targets where that matters.
    fn add_finite(&mut self, run: &Lower<'_, '_>) -> bool {
        let before = self.finite.len();
        if run.target.references == ReferenceForm::Plain && run.definitions.all().next().is_some() {
            let loops = on_cycles(run.model.ast, &|id| run.definitions.leads(id));
            self.finite.extend(run.definitions.all().filter(|id| run.is_recursive(*id) && !loops.contains(id)));
        }
        self.finite.len() > before
    }

    /// Adds the definitions that allow nothing, where a reference leads to one.
    fn add_impossible(&mut self, run: &Lower<'_, '_>) -> bool {
        let before = self.impossible.len();
        if run.definitions.impossible().next().is_some() {
            let targets = run.model.references.targets();
            self.impossible.extend(run.definitions.impossible().filter(|id| targets.contains(id)));
        }
        self.impossible.len() > before
    }

    /// Adds the schemas on loops of references in which a value cannot omit any step, for targets that reject these.
    fn add_inescapable(&mut self, run: &Lower<'_, '_>) -> bool {
        let before = self.inescapable.len();
        // OpenAI's strict tools take any loop.
        if !run.target.closed_objects {
            self.inescapable.extend(run.definitions.inescapable(run.model.ast));
        }
        self.inescapable.len() > before
    }

    /// Adds the discriminants of definitions that could tell alternatives apart.
    fn add_discriminants(&mut self, run: &Lower<'_, '_>) -> bool {
        let mut is_new = false;
        for (schema, discriminant) in run.definitions.discriminants() {
            if !self.unsettled && !self.discriminants.get(&schema).is_some_and(|known| known.agrees_with(discriminant))
            {
                self.discriminants.insert(schema, discriminant.clone());
                is_new = true;
            }
        }
        is_new
    }

    /// Assumes the costlier of what is unknown. Returns whether that is new.
    pub(super) fn assume_worst(&mut self) -> bool {
        !std::mem::replace(&mut self.unsettled, true)
    }

    /// The discriminant of a definition, if it is known.
    pub(super) fn discriminant(&self, schema: SchemaId) -> Option<&Discriminant> {
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

    /// Whether a schema lies on a loop of references in which a value cannot omit any step.
    pub(super) fn is_inescapable(&self, schema: SchemaId) -> bool {
        self.unsettled || self.inescapable.contains(&schema)
    }

    /// Whether the values of a definition need a code.
    pub(super) fn is_coded(&self, schema: SchemaId) -> bool {
        self.unsettled || self.coded.contains(&schema)
    }
}
