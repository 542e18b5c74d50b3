//! Facts that a run over a tool finds out about its definitions.

use super::facts::DefinitionFacts;
use crate::{lower::Lower, order::Map, resolve::on_cycles, restore::Code, targets::ReferenceForm};

/// The maximum number of passes over all codes in search of those that lead to a needed one.
const MAX_ROUNDS: usize = 16;

impl DefinitionFacts {
    /// Adds what a run has found out. Returns whether any of it differs from what the run assumed.
    pub(in crate::lower) fn add(&mut self, run: &Lower<'_, '_>, codes: &Map<String, Code>) -> bool {
        let mut is_new =
            self.add_finite(run) | self.add_impossible(run) | self.add_loosened(run) | self.add_discriminants(run);
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

    /// Adds the links of endless loops of references that are to be loosened, for targets that reject such loops.
    fn add_loosened(&mut self, run: &Lower<'_, '_>) -> bool {
        let before = self.loosened.len();
        // OpenAI's strict tools take any loop.
        if !run.target.closed_objects {
            let more = run.definitions.links_to_loosen(run.model.ast, &self.loosened);
            self.loosened.extend(more);
        }
        self.loosened.len() > before
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
}
