//! What a schema means, whatever the target: types, values, members, items, bounds, unions, each
//! with the place that it comes from.
//!
//! **Invariants.** A shape says all that its schemas say: what the algebra cannot model stays as a
//! verbatim [`Fact`]. Children are kept as [`Part`]s, conjunctions of schemas that are only read when
//! they are lowered, so shared definitions are never copied before the output needs them.

mod branches;
mod compare;
mod decide;
mod facts;
mod flatten;
mod in_place;
mod intersect;
mod mentioned;
mod model;
mod object;
mod outline;
mod part;
mod range;
mod restrict;
mod single;
mod undeclared;

use crate::{
    json::{JsonId, Tape},
    order::Set,
    schema::{Keyword, KeywordSet, Kinds, SchemaId},
};

pub(crate) use branches::{Overlap, is_covered, overlap, redundant};
#[cfg(test)]
pub(crate) use compare::same;
pub(crate) use compare::{disjoint, listed, subsumes};
pub(crate) use facts::Fact;
pub(crate) use flatten::{Flattened, flatten_unions};
pub(crate) use in_place::in_place;
pub(crate) use mentioned::{Ask, Mentioned, depended_on, mentioned};
pub(crate) use model::Model;
pub(crate) use object::{Additional, ObjectFacts, Property, Required};
pub(crate) use outline::{allows_nothing, is_silent, kinds_left};
pub(crate) use part::{Part, Term};
pub(crate) use part::{branch, branch_mut, parts, says_nothing};
pub(crate) use restrict::split_kinds;
pub(crate) use single::{listed_for, spelled, spells};

/// `enum` or `const`.
#[derive(Clone, Debug)]
pub struct Values {
    /// Which of the two said it.
    pub keyword: Keyword,
    /// Its key.
    pub key: JsonId,
    /// The values allowed.
    pub list: Vec<JsonId>,
    /// Whether `list` is still what the source's list says.
    pub as_written: bool,
}

impl Values {
    /// The types of the values.
    pub(crate) fn kinds(&self, tape: &Tape<'_>) -> Kinds {
        self.list.iter().fold(Kinds::NONE, |kinds, value| kinds.with(Kinds::of(tape, *value)))
    }

    /// Keeps the values of which something holds.
    pub(crate) fn keep(&mut self, holds: &dyn Fn(JsonId) -> bool) {
        let before = self.list.len();
        self.list.retain(|value| holds(*value));
        self.as_written &= self.list.len() == before;
    }
}

/// The array keywords that hold schemas.
#[derive(Clone, Debug, Default)]
pub struct ArrayFacts {
    /// `items` as one schema: its key and meaning.
    pub items: Option<(JsonId, Part)>,
    /// `prefixItems`, or `items` as a list: the key and the positions.
    pub prefix: Option<(JsonId, Vec<Part>)>,
    /// What follows the prefix: `items` beside `prefixItems`, or `additionalItems`.
    pub rest: Option<(JsonId, Part)>,
}

/// `anyOf` or `oneOf`.
#[derive(Clone, Debug)]
pub struct Union {
    /// Which of the two it is printed as.
    pub keyword: Keyword,
    /// Its key.
    pub key: JsonId,
    /// The branches.
    pub branches: Vec<Part>,
}

/// What a value may be.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The schema's place in the document, for edits without a finer one.
    pub origin: JsonId,
    /// The schemas that were read into it.
    pub read_from: Vec<SchemaId>,
    /// Whether a reference was followed to get here.
    pub unfolded: bool,
    /// Every keyword of those schemas, also what was solved since.
    pub keywords: KeywordSet,
    /// The types allowed.
    pub kinds: Kinds,
    /// Whether any schema has said a type.
    pub typed: bool,
    /// The key of a `type` whose value still says `kinds` exactly.
    pub type_key: Option<JsonId>,
    /// The key of `nullable: true`.
    pub nullable_key: Option<JsonId>,
    /// Whether null is said to be allowed, by a keyword, a listed value or an alternative that was folded; then
    /// `kinds` has it. Only a node that says no type allows it without that.
    pub or_null: bool,
    /// Set where nothing is valid: the place that says so.
    pub never: Option<JsonId>,
    /// The values allowed, if they are listed.
    pub values: Option<Values>,
    /// Object keywords.
    pub object: ObjectFacts,
    /// Array keywords.
    pub array: ArrayFacts,
    /// Unions; a value must satisfy each.
    pub unions: Vec<Union>,
    /// Everything else, verbatim.
    pub facts: Vec<Fact>,
    /// What the output cannot say, in words, for the description, each once, as they came.
    pub(crate) hints: Set<String>,
    /// A reference that stays one.
    pub reference: Option<Reference>,
    /// How the wire value stands for the original's.
    pub coding: Option<Coding>,
    /// The only value, where bounds say it instead of a list.
    pub constant: Option<JsonId>,
}

/// A reference that stays one.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Its key.
    pub key: JsonId,
    /// The name of the definition that it leads to.
    pub name: String,
    /// Whether it leads there as it is written.
    pub as_written: bool,
}

/// How a wire value stands for another.
#[derive(Clone, Debug)]
pub enum Coding {
    /// A list of entries for an object.
    Entries,
    /// JSON text for any value; where its schema is left out, for one of these types.
    Json(Option<Kinds>),
    /// Scalars for themselves, an object with JSON text for containers.
    Any,
    /// Strings for listed values.
    Values(Vec<(String, JsonId)>),
    /// An object of one member for that member's value.
    Member(String),
    /// An object with a member a position for a list; the last may hold the rest.
    Tuple {
        /// The positions' members.
        members: Vec<String>,
        /// The member that holds what follows.
        rest: Option<String>,
    },
}

impl Shape {
    /// Bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        const PART: usize = 256;
        size_of::<Shape>() + self.weight() * PART
    }

    /// How many parts it has: the steps that it takes to copy it, to look through it, or to narrow it by another.
    pub(crate) fn weight(&self) -> usize {
        let branches: usize = self.unions.iter().map(|union| union.branches.len()).sum();
        let values = self.values.as_ref().map_or(0, |values| values.list.len());
        let positions = self.array.prefix.as_ref().map_or(0, |(_, positions)| positions.len());
        let object = self.object.properties.len() + self.object.required.len() + self.object.additional.len();
        1 + branches + values + positions + object + self.facts.len() + self.hints.len() / 8
    }

    /// The shape of a schema that says nothing. Not inlined: it is long, and made in many places.
    #[must_use]
    #[inline(never)]
    pub fn any(origin: JsonId) -> Shape {
        Shape {
            origin,
            read_from: Vec::new(),
            unfolded: false,
            keywords: KeywordSet::EMPTY,
            kinds: Kinds::ALL,
            typed: false,
            type_key: None,
            nullable_key: None,
            or_null: false,
            never: None,
            values: None,
            object: ObjectFacts::default(),
            array: ArrayFacts::default(),
            unions: Vec::new(),
            facts: Vec::new(),
            hints: Set::new(),
            reference: None,
            coding: None,
            constant: None,
        }
    }

    /// The shape of one type.
    #[must_use]
    #[inline(never)]
    pub fn of_kind(origin: JsonId, kinds: Kinds) -> Shape {
        let mut shape = Shape::any(origin);
        shape.kinds = kinds;
        shape.typed = true;
        shape
    }

    /// The shape of an object that has one member at least.
    pub(crate) fn object_of(key: JsonId, name: &str, part: Part) -> Shape {
        let mut object = Shape::of_kind(key, Kinds::OBJECT);
        object.object.need(name, key, part);
        object
    }

    /// The shape of an object of one member that stands for the member's value.
    pub(crate) fn standing_for(key: JsonId, name: &str, part: Part) -> Shape {
        Shape { coding: Some(Coding::Member(name.to_owned())), ..Shape::object_of(key, name, part) }
    }

    /// The shape of what satisfies any of several parts.
    #[must_use]
    pub fn any_of(key: JsonId, branches: Vec<Part>) -> Shape {
        let mut shape = Shape::any(key);
        shape.keywords.insert(Keyword::AnyOf);
        shape.unions.push(Union { keyword: Keyword::AnyOf, key, branches });
        shape
    }

    /// The part that satisfies any of several; the only one as it is.
    #[must_use]
    pub fn either(key: JsonId, mut parts: Vec<Part>) -> Part {
        if parts.len() == 1 { parts.remove(0) } else { Shape::any_of(key, parts).into() }
    }

    /// The shape of listed values.
    #[must_use]
    pub fn one_of(place: JsonId, key: JsonId, list: Vec<JsonId>) -> Shape {
        let mut shape = Shape::any(place);
        shape.keywords.insert(Keyword::Enum);
        shape.values = Some(Values { keyword: Keyword::Enum, key, list, as_written: false });
        shape
    }

    /// Sets the types, forgetting the `type` that was written.
    pub fn set_kinds(&mut self, kinds: Kinds) {
        if self.kinds != kinds || !self.typed {
            self.kinds = kinds;
            self.typed = true;
            self.type_key = None;
        }
    }

    /// Lets it be null beside what it is.
    pub(crate) fn allow_null(&mut self) {
        self.kinds = self.kinds.with(Kinds::NULL);
        self.or_null = true;
    }

    /// Lets it be anything that it is but null.
    pub(crate) fn forbid_null(&mut self) {
        (self.nullable_key, self.or_null) = (None, false);
        if self.kinds.has(Kinds::NULL) {
            self.kinds = self.kinds.without(Kinds::NULL);
            self.type_key = None;
        }
    }

    /// Whether it says, by a type or otherwise, that null is allowed.
    #[must_use]
    pub fn says_null(&self) -> bool {
        self.or_null || (self.typed && self.kinds.has(Kinds::NULL))
    }

    /// Whether the node is of one type, null aside, and no union.
    #[must_use]
    pub fn is_plain(&self, kind: Kinds) -> bool {
        self.typed && self.unions.is_empty() && self.solid_kinds() == kind
    }

    /// The types without `null`, `integer` folded into `number`.
    #[must_use]
    pub fn solid_kinds(&self) -> Kinds {
        self.kinds.without(Kinds::NULL).folded()
    }

    /// Whether the node says anything about members or items, or lists values.
    #[must_use]
    pub fn has_structure(&self) -> bool {
        self.has_object_facts() || self.has_array_facts() || self.values.is_some()
    }

    /// Whether an object keyword that the model holds is present.
    #[must_use]
    pub fn has_object_facts(&self) -> bool {
        self.object.key.is_some() || !self.object.required.is_empty() || !self.object.additional.is_empty()
    }

    /// Whether an array keyword that the model holds is present.
    #[must_use]
    pub fn has_array_facts(&self) -> bool {
        self.array.items.is_some() || self.array.prefix.is_some() || self.array.rest.is_some()
    }

    /// Whether the node has a description or a default, and says nothing else.
    #[must_use]
    pub fn says_words_only(&self) -> bool {
        let words = |fact: &Fact| matches!(fact.keyword, Keyword::Description | Keyword::Default);
        self.facts.iter().all(words)
            && self.object.required_key.is_none()
            && !self.typed
            && !self.has_structure()
            && self.unions.is_empty()
            && self.nullable_key.is_none()
            && self.never.is_none()
            && self.reference.is_none()
    }

    /// Whether a keyword speaks of types that the node does not allow.
    #[must_use]
    pub fn is_vacuous(&self, keyword: Keyword) -> bool {
        self.typed && self.unions.is_empty() && !keyword.concerns(self.kinds)
    }
}
