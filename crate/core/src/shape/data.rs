//! What shapes are made of: types that hold each other.

use std::rc::Rc;

use crate::{
    json::JsonId,
    order::Set,
    schema::{Keyword, KeywordSet, Kinds, SchemaId},
};

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

/// A keyword that is carried as it stands.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Which keyword.
    pub keyword: Keyword,
    /// The member's key in the source: the place of the fact, and its value unless `text` is given.
    pub key: JsonId,
    /// JSON that replaces the source's value.
    pub text: Option<String>,
    /// Whether it is no keyword, but a whole schema that nothing reads, which `key` then is.
    pub whole: bool,
}

/// A named member of an object.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name; on the wire, if `original` is given.
    pub name: String,
    /// Its key where it was declared first; the place of what it comes from, if it is a new one.
    pub key: JsonId,
    /// What its value must be.
    pub part: Part,
    /// The name that the original has, where it is another.
    pub original: Option<String>,
    /// Whether null was added to stand for an absent member.
    pub null_for_absent: bool,
    /// Whether it is on the wire even where the original leaves it out.
    pub always_sent: bool,
}

/// A name in `required`.
#[derive(Clone, Debug)]
pub struct Required {
    /// The name.
    pub name: String,
    /// The string in the source's list.
    pub source: JsonId,
}

/// What members without a declaration may be.
#[derive(Clone, Debug)]
pub struct Additional {
    /// The key of `additionalProperties`.
    pub key: JsonId,
    /// The schema; `false` where `part` is `None`.
    pub part: Option<Part>,
    /// The names that the same schema declares, to which it does not apply.
    pub(crate) names: Set<String>,
    /// Whether `patternProperties` stand beside it.
    pub patterns: bool,
}

/// The object keywords.
#[derive(Clone, Debug, Default)]
pub struct ObjectFacts {
    /// The key of `properties`.
    pub key: Option<JsonId>,
    /// Whether the members are listed where there are none.
    pub lists_none: bool,
    /// The members declared.
    pub properties: Vec<Property>,
    /// The key of `required`.
    pub required_key: Option<JsonId>,
    /// The members required.
    pub required: Vec<Required>,
    /// `additionalProperties` of each schema of the conjunction.
    pub additional: Vec<Additional>,
    /// The member that holds further members as entries.
    pub rest: Option<String>,
}

/// One of the schemas that together describe a value.
#[derive(Clone, Debug)]
pub enum Term {
    /// A schema of the document.
    Schema(SchemaId),
    /// A shape made by the algebra.
    Shape(Rc<Shape>),
}

/// A conjunction: the value must satisfy every term. Without terms it is anything.
pub(crate) type Part = Vec<Term>;
