//! The data types of shapes, which contain each other.

use std::rc::Rc;

use crate::{
    json::JsonId,
    order::Set,
    schema::{Keyword, KeywordSet, Kinds, SchemaId},
};

/// `enum` or `const`.
#[derive(Clone, Debug)]
pub struct Values {
    /// Which of the two keywords.
    pub keyword: Keyword,
    /// Its key.
    pub key: JsonId,
    /// The values allowed.
    pub list: Vec<JsonId>,
    /// Whether `list` is still the same as in the source.
    pub as_written: bool,
}

/// The array keywords whose values are schemas.
#[derive(Clone, Debug, Default)]
pub struct ArrayFacts {
    /// `items` as one schema: its key and meaning.
    pub items: Option<(JsonId, Part)>,
    /// `prefixItems`, or `items` as a list: the key and the positions.
    pub prefix: Option<(JsonId, Vec<Part>)>,
    /// The items after the prefix: `items` beside `prefixItems`, or `additionalItems`.
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

/// The values that a conjunction of schemas allows.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The schema's place in the document, for edits without a more precise one.
    pub origin: JsonId,
    /// The schemas that were read into it.
    pub read_from: Vec<SchemaId>,
    /// Whether a reference was followed to get here.
    pub unfolded: bool,
    /// Every keyword of those schemas, including those that rules have removed since.
    pub keywords: KeywordSet,
    /// The types allowed.
    pub kinds: Kinds,
    /// Whether a type is stated.
    pub typed: bool,
    /// The key of a `type` whose value is still exactly `kinds`.
    pub type_key: Option<JsonId>,
    /// The key of `nullable: true`.
    pub nullable_key: Option<JsonId>,
    /// Whether null is explicitly allowed by `nullable`, a listed value or an alternative that was folded in; then
    /// `kinds` has it. A `type` that names null does not set it.
    pub or_null: bool,
    /// Set if no value is valid: the place that causes it.
    pub never: Option<JsonId>,
    /// The values allowed, if they are listed.
    pub values: Option<Values>,
    /// Object keywords.
    pub object: ObjectFacts,
    /// Array keywords.
    pub array: ArrayFacts,
    /// Unions; a value must satisfy each.
    pub unions: Vec<Union>,
    /// All other keywords, verbatim.
    pub facts: Vec<Fact>,
    /// Texts for the description that state what the schema in the output cannot, without duplicates, in insertion
    /// order.
    pub(crate) hints: Set<String>,
    /// A reference that is kept in the output.
    pub reference: Option<Reference>,
    /// How the wire value encodes the original.
    pub coding: Option<Coding>,
    /// The only value, where the list of it has been replaced.
    pub constant: Option<JsonId>,
}

/// A reference that is kept in the output.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Its key.
    pub key: JsonId,
    /// The name of the definition that it leads to.
    pub name: String,
    /// Whether its text in the source leads there.
    pub as_written: bool,
}

/// How a wire value encodes an original.
#[derive(Clone, Debug)]
pub enum Coding {
    /// An object as a list of entries.
    Entries,
    /// A value as JSON text; of one of these types, where its schema is omitted at a limit.
    Json(Option<Kinds>),
    /// A scalar as it is, a container as an object that has its JSON text.
    Any,
    /// Listed values as strings.
    Values(Vec<(String, JsonId)>),
    /// A value as the only member of an object, which has this name.
    Member(String),
    /// A list as an object with a member for each position; the names of the members.
    Tuple(Vec<String>),
}

/// A keyword that is kept verbatim.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Which keyword.
    pub keyword: Keyword,
    /// The member's key in the source: the place of the fact, and its value unless `text` is given.
    pub key: JsonId,
    /// JSON that replaces the source's value.
    pub text: Option<String>,
    /// Whether it is not a keyword but a whole schema that is not read; then `key` is that schema.
    pub whole: bool,
}

/// A named member of an object.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name; the one on the wire, if `original` is given.
    pub name: String,
    /// The key of its first declaration; the place of what it comes from, if a rule adds it.
    pub key: JsonId,
    /// What its value must be.
    pub part: Part,
    /// Its name in the original, if that differs.
    pub original: Option<String>,
    /// Whether null was added to represent its absence.
    pub null_for_absent: bool,
    /// Whether it is on the wire even if the original omits it.
    pub always_sent: bool,
    /// Whether its value is the name of a member of the original: such a name has no code.
    pub is_name: bool,
}

/// A name in `required`.
#[derive(Clone, Debug)]
pub struct Required {
    /// The name.
    pub name: String,
    /// The string in the source's list, or the place of what requires the member without one.
    pub source: JsonId,
}

/// What undeclared members may be.
#[derive(Clone, Debug)]
pub struct Additional {
    /// The key of `additionalProperties`.
    pub key: JsonId,
    /// The schema; `None` for `false`.
    pub part: Option<Part>,
    /// The names that the same schema declares, to which it does not apply.
    pub(crate) names: Set<String>,
    /// Whether it has `patternProperties` as a sibling that describes members.
    pub patterns: bool,
}

/// The object keywords.
#[derive(Clone, Debug, Default)]
pub struct ObjectFacts {
    /// The key of `properties`.
    pub key: Option<JsonId>,
    /// Whether `properties` is printed even if it is empty.
    pub lists_none: bool,
    /// The members declared.
    pub properties: Vec<Property>,
    /// The key of `required`.
    pub required_key: Option<JsonId>,
    /// The members required.
    pub required: Vec<Required>,
    /// `additionalProperties` of each schema of the conjunction.
    pub additional: Vec<Additional>,
    /// Whether undeclared members are forbidden and the target has no field for that.
    pub closed: bool,
    /// The member that has the undeclared members as entries.
    pub rest: Option<String>,
}

/// One of the schemas that together describe a value.
#[derive(Clone, Debug)]
pub enum Term {
    /// A schema of the document.
    Schema(SchemaId),
    /// A computed shape.
    Shape(Rc<Shape>),
}

/// A conjunction: the value must satisfy every term. Without terms, any value does.
pub(crate) type Part = Vec<Term>;
