//! Outlines: what a conjunction requires, read without lowering it. Comparisons work on outlines.
//!
//! **Invariants.** The schemas of an outline require all that it states. It states all that they require only if it is
//! `complete`: a keyword that it cannot represent clears that flag. Nothing is logged.

use super::{Additional, Model, Part, Shape, Term, Union, range::Range};
use crate::{
    json::JsonId,
    order::{Map, Set},
    schema::{Keyword, Kinds, SchemaId},
};

/// What a conjunction requires.
#[derive(Debug)]
pub(crate) struct Outline {
    /// The types allowed.
    pub(super) kinds: Kinds,
    /// Whether `nullable: true` allows null, even if it is not a listed value.
    pub(super) nullable: bool,
    /// Whether it does so even if no alternative of the unions allows null.
    pub(super) null_beside: bool,
    /// The values listed.
    pub(super) values: Option<Vec<JsonId>>,
    /// Bounds: of numbers, of the lengths of strings and lists, of the number of members.
    pub(super) ranges: [Range; 4],
    pub(super) required: Set<String>,
    pub(super) properties: Map<String, Part>,
    pub(super) additional: Vec<Additional>,
    pub(super) items: Part,
    pub(super) unions: Vec<Union>,
    /// The schemas under `not`.
    pub(super) excluded: Vec<SchemaId>,
    /// Keywords that are compared by the equality of their values.
    pub(super) others: Vec<(Keyword, JsonId)>,
    /// The schemas that were read: those of the conjunction, and those that their references and `allOf` lead to.
    pub(super) read: Set<SchemaId>,
    /// The schemas that the conjunction consists of; `None` if it has shapes.
    pub(super) made_of: Option<Set<SchemaId>>,
    pub(super) complete: bool,
}

/// Most unions of a node that are compared with each other.
pub(super) const MAX_UNIONS: usize = 4;

impl Outline {
    /// The outline of a conjunction.
    pub(crate) fn of(model: &Model<'_, '_>, part: &[Term]) -> Outline {
        let mut outline = Outline::of_anything();
        if model.work().is_spent() {
            outline.complete = false;
            return outline;
        }
        let mut waiting = Vec::new();
        for term in part {
            match term {
                Term::Schema(schema) => {
                    waiting.push(*schema);
                    if let Some(made_of) = &mut outline.made_of {
                        made_of.insert(*schema);
                    }
                }
                Term::Shape(shape) => {
                    outline.made_of = None;
                    outline.add_shape(model, shape, &mut waiting);
                }
            }
        }
        outline.finish(model, waiting)
    }

    /// The outline of what is beside a union of a shape: without that union, and without any if there are more than
    /// [`MAX_UNIONS`]. It is `complete` nevertheless: nobody asks what it allows, only what it excludes.
    pub(super) fn beside_union(model: &Model<'_, '_>, shape: &Shape, at: usize) -> Outline {
        let mut outline = Outline::of_anything();
        let mut waiting = Vec::new();
        outline.made_of = None;
        outline.add_shape(model, shape, &mut waiting);
        if outline.unions.len() > MAX_UNIONS {
            outline.unions.clear();
        } else {
            outline.unions.remove(at);
        }
        outline.finish(model, waiting)
    }

    /// Reads the schemas that are left, and counts what the outline has.
    fn finish(mut self, model: &Model<'_, '_>, waiting: Vec<SchemaId>) -> Outline {
        self.read_on(model, waiting);
        let closed: usize = self.additional.iter().map(|additional| additional.names.len()).sum();
        let branches: usize = self.unions.iter().map(|union| union.branches.len()).sum();
        model.work().step(self.size() + closed + branches);
        self
    }

    fn of_anything() -> Outline {
        Outline {
            kinds: Kinds::ALL,
            nullable: false,
            null_beside: false,
            values: None,
            ranges: Default::default(),
            required: Set::new(),
            properties: Map::new(),
            additional: Vec::new(),
            items: Part::new(),
            unions: Vec::new(),
            excluded: Vec::new(),
            others: Vec::new(),
            read: Set::new(),
            made_of: Some(Set::new()),
            complete: true,
        }
    }

    /// The outline of null.
    pub(super) fn of_null() -> Outline {
        Outline { kinds: Kinds::NULL, ..Outline::of_anything() }
    }

    /// Whether only objects are allowed.
    pub(super) fn is_object(&self) -> bool {
        self.kinds == Kinds::OBJECT
    }

    /// Whether an object of it that has only declared properties lacks one that another outline requires.
    pub(super) fn lacks_if_closed(&self, other: &Outline) -> bool {
        // Properties that a map or an alternative describes are not forbidden.
        let is_closable = self.is_object()
            && self.complete
            && self.unions.is_empty()
            && self.additional.iter().all(|additional| additional.part.is_none() && !additional.patterns);
        let has = |name| self.properties.contains_key(name) || self.required.contains(name);
        is_closable && other.is_object() && other.required.iter().any(|name| !has(name))
    }

    /// The cost of looking through it.
    pub(super) fn size(&self) -> usize {
        1 + self.read.len() + self.properties.len() + self.required.len() + self.values.as_ref().map_or(0, Vec::len)
    }

    /// The approximate number of bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        // What a name or a schema takes in a map or a set, roughly.
        const PART: usize = 200;
        size_of::<Outline>() + self.size() * PART
    }

    /// The types that a value can have, given the listed values.
    pub(super) fn possible_kinds(&self, model: &Model<'_, '_>) -> Kinds {
        let Some(values) = &self.values else { return self.kinds };
        let tape = model.ast.tape();
        let null = if self.nullable { Kinds::NULL } else { Kinds::NONE };
        let listed = values.iter().map(|value| Kinds::of(tape, *value));
        listed.filter(|kind| self.kinds.admits(*kind)).fold(null, Kinds::with)
    }
}
