//! A lowered schema, and what its parent needs to know about it.

use std::mem;

use serde_json::value::RawValue;

use super::Out;
use crate::{
    order::{Gather, Map, Set},
    restore::{Code, Guard},
    schema::{Kinds, SchemaId},
    shape::Shape,
};

/// A schema for the target.
#[derive(Clone, Debug)]
pub(crate) struct LoweredNode {
    /// The output schema.
    pub out: Out,
    /// The code that restores its values, in round-trip mode; `None` where wire values and originals are the same.
    pub code: Option<Code>,
    /// What can be seen of its wire values, in round-trip mode.
    pub(super) discriminant: Option<Box<Discriminant>>,
    /// The types that it allows, as far as they are known.
    pub(super) kinds: Kinds,
    /// Its shape as an alternative of a union, if it lists a single value.
    pub(super) constant: Option<Box<Shape>>,
    /// Whether it was wrapped into an object of one member, to tell it apart from other alternatives.
    pub(super) wrapped: bool,
    /// The levels of schemas nested in it, itself included.
    pub(super) height: u32,
}

impl LoweredNode {
    /// A schema whose wire values and originals are the same.
    #[must_use]
    pub(crate) fn plain(out: Out) -> LoweredNode {
        LoweredNode {
            out,
            code: None,
            discriminant: None,
            kinds: Kinds::ALL,
            constant: None,
            wrapped: false,
            height: 1,
        }
    }

    /// A schema with a discriminant, and a code if wire values and originals differ.
    #[must_use]
    pub(crate) fn coded(out: Out, code: Option<Code>, discriminant: Discriminant) -> LoweredNode {
        LoweredNode { code, discriminant: Some(Box::new(discriminant)), ..LoweredNode::plain(out) }
    }

    /// Takes the output schema out.
    pub(super) fn take(&mut self) -> Out {
        mem::replace(&mut self.out, Out::Array(Vec::new()))
    }

    /// The only member of an alternative that was wrapped, which is required.
    pub(super) fn wrapping(&self) -> Option<&str> {
        self.discriminant().required.iter().next().filter(|_| self.wrapped).map(String::as_str)
    }

    /// Returns the discriminant; `UNKNOWN` if there is none, as in drop-in mode.
    #[must_use]
    pub(crate) fn discriminant(&self) -> &Discriminant {
        self.discriminant.as_deref().unwrap_or(&UNKNOWN)
    }
}

/// The discriminant of wire values of which nothing is known.
pub(super) static UNKNOWN: Discriminant = Discriminant {
    kinds: Kinds::NONE,
    leads_to: None,
    nullable: false,
    strings: None,
    constant: None,
    tags: Map::new(),
    optional_tags: Map::new(),
    required: Set::new(),
    declared: None,
    nulls: Set::new(),
    items: None,
    members: Vec::new(),
    guards: Vec::new(),
};

impl Discriminant {
    /// The approximate number of its entries, nested ones included.
    pub(super) fn weight(&self) -> usize {
        let names = self.required.len() + self.declared.as_ref().map_or(0, Set::len) + self.nulls.len();
        let listed = self.strings.as_ref().map_or(0, Vec::len) + self.tags.len() + self.optional_tags.len();
        let within = self
            .items
            .iter()
            .chain(self.members.iter().map(|(_, discriminant)| discriminant))
            .map(|discriminant| discriminant.weight());
        1 + names + listed + self.guards.len() + within.sum::<usize>()
    }

    /// Whether values cannot be inspected: those of a reference, those of unknown type, and lists of such items.
    pub(super) fn is_unknown(&self) -> bool {
        self.leads_to.is_some() || self.kinds.is_empty() || self.items.as_ref().is_some_and(|items| items.is_unknown())
    }

    /// Whether both show the same of a value itself; items, members and guards are not compared.
    pub(super) fn agrees_with(&self, other: &Discriminant) -> bool {
        let declared =
            |discriminant: &Discriminant| discriminant.declared.as_ref().map(|names| names.iter().cloned().gather());
        (self.kinds, self.nullable, &self.strings) == (other.kinds, other.nullable, &other.strings)
            && self.required.iter().eq(other.required.iter())
            && self.nulls.iter().eq(other.nulls.iter())
            && self.tags.iter().eq(other.tags.iter())
            && self.optional_tags.iter().eq(other.optional_tags.iter())
            && declared(self) == declared(other)
    }

    /// Sets what is known of objects and strings to what holds for the values of all alternatives.
    pub(super) fn gather(&mut self, branches: &[LoweredNode]) {
        (self.strings, self.tags, self.optional_tags) = (None, Map::new(), Map::new());
        let discriminants: Vec<&Discriminant> = branches.iter().map(LoweredNode::discriminant).collect();
        // An alternative of unknown type, such as a reference, may be an object with any members.
        let unknown = discriminants.iter().any(|discriminant| discriminant.kinds.is_empty());
        let mut objects = discriminants.iter().filter(|discriminant| discriminant.kinds.has(Kinds::OBJECT));
        let Some(first) = objects.next().filter(|_| !unknown) else {
            (self.required, self.declared) = (Set::new(), None);
            return;
        };
        (self.required, self.declared) = (first.required.clone(), first.declared.clone());
        self.nulls.clone_from(&first.nulls);
        for discriminant in objects {
            self.nulls.extend(discriminant.nulls.iter().cloned());
            self.required =
                self.required.iter().filter(|name| discriminant.required.contains(*name)).cloned().collect();
            match (&mut self.declared, &discriminant.declared) {
                (Some(mine), Some(theirs)) => mine.extend(theirs.iter().cloned()),
                (mine, _) => *mine = None,
            }
        }
    }
}

/// What can be seen of wire values, by which an alternative is recognized.
#[derive(Clone, Debug, Default)]
pub(crate) struct Discriminant {
    /// Their types; empty if unknown.
    pub kinds: Kinds,
    /// The schema that the reference leads to, if a reference describes them.
    pub leads_to: Option<SchemaId>,
    /// Whether null is one of them.
    pub nullable: bool,
    /// The strings that they may be, if they are listed.
    pub strings: Option<Vec<String>>,
    /// The one original value, if there is only one.
    pub constant: Option<Box<RawValue>>,
    /// The required members with listed strings, by name.
    pub tags: Map<String, Vec<String>>,
    /// The optional members with a single listed string, by name.
    pub optional_tags: Map<String, Vec<String>>,
    /// The required members.
    pub required: Set<String>,
    /// The declared members; `None` if any others are allowed.
    pub declared: Option<Set<String>>,
    /// The members that may be null on the wire.
    pub nulls: Set<String>,
    /// The discriminant of the items.
    pub items: Option<Box<Discriminant>>,
    /// The discriminants of the members, by name.
    pub members: Vec<(String, Box<Discriminant>)>,
    /// The guards that recognize wire values, and originals at any depth: one per type, or one per branch of the code.
    /// Only known below unions.
    pub guards: Vec<Guard>,
}
