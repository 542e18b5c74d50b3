//! Definitions at the root, for targets that take references.

mod define;
mod described;
mod facts;
mod infer;
mod loops;
mod recursion;

use std::{cell::RefCell, mem};

use super::{Discriminant, Link, Names, Written};
use crate::{
    json::{quote, read},
    order::{Map, Set},
    schema::{Kinds, SchemaId, push_key},
};

pub(super) use self::{
    facts::{DefinitionFacts, MAX_RUNS},
    loops::Loops,
};

/// The schemas that references lead to, by the name that each has at the root.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    pub(super) order: Vec<(SchemaId, String)>,
    pub(super) names: Map<SchemaId, String>,
    taken: Names,
    /// The paths from the root to the definitions that the source has where the target looks for them, by name; empty
    /// for the root itself.
    pub(super) own: Map<String, Vec<String>>,
    pub(super) schemas: Map<String, SchemaId>,
    /// The definition being lowered, and the references written in each definition.
    pub(super) current: Option<SchemaId>,
    leads: Map<SchemaId, Vec<Lead>>,
    /// The definitions that allow nothing.
    pub(super) impossible: Vec<SchemaId>,
    /// Memoized on demand: the types that a definition allows, and whether members of its objects may be absent.
    kinds: RefCell<Map<SchemaId, Kinds>>,
    optional: RefCell<Map<SchemaId, bool>>,
    /// The definitions whose values were assumed to need no code.
    assumed_uncoded: RefCell<Set<SchemaId>>,
    /// The discriminants of definitions, and the definitions whose discriminant could tell alternatives apart.
    pub(super) discriminants: Map<SchemaId, Discriminant>,
    wanted_discriminants: Set<SchemaId>,
}

/// A reference written in the output of a definition.
#[derive(Debug)]
struct Lead {
    to: SchemaId,
    /// The steps on the way to it that a rule can make optional; `None` if one is optional already.
    links: Option<Vec<Link>>,
    /// Whether it is written as in the source.
    as_written: bool,
}

impl Definitions {
    pub(super) fn insert(&mut self, schema: SchemaId, wanted: &str) -> String {
        if let Some(name) = self.names.get(&schema) {
            return name.clone();
        }
        let name = self.taken.take(wanted);
        self.schemas.insert(name.clone(), schema);
        self.names.insert(schema, name.clone());
        self.order.push((schema, name.clone()));
        name
    }

    /// The types that a definition allows, memoized.
    pub(super) fn kinds(&self, schema: SchemaId, find_out: impl FnOnce() -> Kinds) -> Kinds {
        once(&self.kinds, schema, find_out)
    }

    /// Whether members of a definition's objects may be absent, memoized.
    pub(super) fn has_optional(&self, schema: SchemaId, find_out: impl FnOnce() -> bool) -> bool {
        once(&self.optional, schema, find_out)
    }

    /// Records that the values of a definition were assumed to need no code.
    pub(super) fn assume_uncoded(&self, schema: SchemaId) {
        self.assumed_uncoded.borrow_mut().insert(schema);
    }

    /// Whether the values of a definition were assumed to need no code.
    pub(super) fn was_assumed_uncoded(&self, schema: SchemaId) -> bool {
        self.assumed_uncoded.borrow().contains(&schema)
    }

    /// Records that the discriminant of a definition could tell alternatives apart.
    pub(super) fn want_discriminant(&mut self, schema: SchemaId) {
        self.wanted_discriminants.insert(schema);
    }

    /// The known discriminants of the definitions that were so recorded.
    pub(super) fn discriminants(&self) -> impl Iterator<Item = (SchemaId, &Discriminant)> {
        self.wanted_discriminants.iter().filter_map(|schema| Some((*schema, self.discriminants.get(schema)?)))
    }

    /// Records a reference that is written in the current definition.
    pub(super) fn lead(&mut self, name: &str, links: Option<Vec<Link>>, as_written: bool) {
        let Some((from, to)) = self.current.zip(self.schemas.get(name).copied()) else { return };
        let lead = Lead { to, links, as_written };
        match self.leads.get_mut(&from) {
            Some(leads) => leads.push(lead),
            None => drop(self.leads.insert(from, vec![lead])),
        }
    }

    /// The path from the root to the definition of a name.
    pub(super) fn path(&self, name: &str, written: Written) -> Vec<String> {
        let new = || vec![written.reference_names().1.to_owned(), name.to_owned()];
        self.own.get(name).cloned().unwrap_or_else(new)
    }

    /// The reference to the definition of a name.
    pub(super) fn reference_to(&self, name: &str, written: Written) -> String {
        let mut reference = "#".to_owned();
        self.path(name, written).iter().for_each(|step| push_key(&mut reference, step));
        reference
    }

    /// Forgets the references in a definition that are not in its output, because they were dropped with what enclosed
    /// them.
    pub(super) fn keep_leads(&mut self, from: SchemaId, written: Written, text: &str) {
        let Ok(tape) = read(text) else { return };
        let Some(mut leads) = self.leads.get_mut(&from).map(mem::take) else { return };
        let texts: Set<&str> = tape.texts().collect();
        let is_written = |lead: &Lead| {
            let name = self.names.get(&lead.to);
            let reference = |name: &String| quote(&self.reference_to(name, written));
            name.is_some_and(|name| lead.as_written || texts.contains(reference(name).as_str()))
        };
        leads.retain(is_written);
        self.leads.insert(from, leads);
    }

    /// Forgets the references in a definition that was replaced.
    pub(super) fn forget_leads(&mut self, from: SchemaId) {
        self.leads.get_mut(&from).into_iter().for_each(Vec::clear);
    }

    /// The definitions that the references in a definition lead to.
    pub(super) fn leads(&self, from: SchemaId) -> Vec<SchemaId> {
        self.leads.get(&from).into_iter().flatten().map(|lead| lead.to).collect()
    }

    /// The definitions that turned out to allow nothing.
    pub(super) fn impossible(&self) -> impl Iterator<Item = SchemaId> {
        self.impossible.iter().copied()
    }

    /// All definitions, in their order.
    pub(super) fn all(&self) -> impl Iterator<Item = SchemaId> {
        self.order.iter().map(|(schema, _)| *schema)
    }
}

/// Returns what is known of a schema, or computes and memoizes it.
fn once<T: Copy>(known: &RefCell<Map<SchemaId, T>>, schema: SchemaId, find_out: impl FnOnce() -> T) -> T {
    let before = known.borrow().get(&schema).copied();
    before.unwrap_or_else(|| {
        let found = find_out();
        known.borrow_mut().insert(schema, found);
        found
    })
}
