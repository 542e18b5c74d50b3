//! A lowered schema, and what its parent has to know of it.

use std::mem;

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
    /// The schema.
    pub out: Out,
    /// What undoes its values, in round-trip mode; `None` where wire and original are the same.
    pub code: Option<Code>,
    /// What its wire values look like, in round-trip mode.
    pub(super) discriminant: Option<Box<Discriminant>>,
    /// The types that it leaves, as far as they are known.
    pub(super) kinds: Kinds,
    /// The alternative that it is, if that is a list of one value.
    pub(super) constant: Option<Box<Shape>>,
    /// Whether it was put into an object of one member, so that it can be told from other alternatives.
    pub(super) wrapped: bool,
    /// The schemas that are nested in it, itself included.
    pub(super) height: u32,
}

impl LoweredNode {
    /// A schema whose values are the same on both sides.
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

    /// A schema whose values have a code, or a face that tells them from others'.
    #[must_use]
    pub(crate) fn coded(out: Out, code: Option<Code>, discriminant: Discriminant) -> LoweredNode {
        LoweredNode { code, discriminant: Some(Box::new(discriminant)), ..LoweredNode::plain(out) }
    }

    /// Takes the schema out.
    pub(super) fn take(&mut self) -> Out {
        mem::replace(&mut self.out, Out::Array(Vec::new()))
    }

    /// What its wire values look like; nothing is known of them in drop-in mode.
    #[must_use]
    pub(crate) fn discriminant(&self) -> &Discriminant {
        self.discriminant.as_deref().unwrap_or(&UNKNOWN)
    }
}

/// What wire values look like of which nothing is known.
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
    /// About how much it holds.
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

    /// Whether values cannot be looked into: of a reference, of items that are one, or of any type.
    pub(super) fn is_unknown(&self) -> bool {
        self.leads_to.is_some() || self.kinds.is_empty() || self.items.as_ref().is_some_and(|items| items.is_unknown())
    }

    /// Whether a look tells the same of both.
    pub(super) fn looks_like(&self, other: &Discriminant) -> bool {
        let declared =
            |discriminant: &Discriminant| discriminant.declared.as_ref().map(|names| names.iter().cloned().gather());
        (self.kinds, self.nullable, &self.strings) == (other.kinds, other.nullable, &other.strings)
            && self.required.iter().eq(other.required.iter())
            && self.nulls.iter().eq(other.nulls.iter())
            && self.tags.iter().eq(other.tags.iter())
            && self.optional_tags.iter().eq(other.optional_tags.iter())
            && declared(self) == declared(other)
    }

    /// What can be told of the objects and strings among the values of several alternatives.
    pub(super) fn gather(&mut self, branches: &[LoweredNode]) {
        (self.strings, self.tags, self.optional_tags) = (None, Map::new(), Map::new());
        let faces: Vec<&Discriminant> = branches.iter().map(LoweredNode::discriminant).collect();
        // What a reference leads to may be an object of any members.
        let unknown = faces.iter().any(|discriminant| discriminant.kinds.is_empty());
        let mut objects = faces.iter().filter(|discriminant| discriminant.kinds.has(Kinds::OBJECT));
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

/// What can be told of wire values by a look at them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Discriminant {
    /// Their types; none where that is not known.
    pub kinds: Kinds,
    /// The schema that a reference leads to, where they are one's.
    pub leads_to: Option<SchemaId>,
    /// Whether the original allows null.
    pub nullable: bool,
    /// The strings that they may be, if they are listed.
    pub strings: Option<Vec<String>>,
    /// The one original value, as JSON text, if there is only one.
    pub constant: Option<String>,
    /// The members that listed strings tell apart.
    pub tags: Map<String, Vec<String>>,
    /// The members that are one string where they are there.
    pub optional_tags: Map<String, Vec<String>>,
    /// The members that must be there.
    pub required: Set<String>,
    /// The members that may be there; `None` where any may.
    pub declared: Option<Set<String>>,
    /// Those that may be null on the wire.
    pub nulls: Set<String>,
    /// What items look like.
    pub items: Option<Box<Discriminant>>,
    /// What members look like.
    pub members: Vec<(String, Box<Discriminant>)>,
    /// What tells wire values, and their originals all the way down: one a type, or one a branch of the code. Known below
    /// unions alone.
    pub guards: Vec<Guard>,
}
