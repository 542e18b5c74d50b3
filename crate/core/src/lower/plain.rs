//! Plain nodes: what a rule can see of a node without its shape.

use std::borrow::Cow;

use crate::{
    json::{JsonId, Kind, Tape},
    order::{Gather, Set},
    schema::{Ast, Entry, Keyword, KeywordSet, Kinds, Link, SchemaId, Value},
};

/// How a rule's handlers act on a plain node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direct {
    /// They change nothing.
    Idle,
    /// They look at its type and its facts only, and run on these.
    Facts,
    /// They need its shape.
    Shape,
}

impl Direct {
    /// Nothing is changed if the condition holds; else the shape is needed.
    pub(crate) fn idle_if(condition: bool) -> Direct {
        if condition { Direct::Idle } else { Direct::Shape }
    }
}

/// A schema that is read by itself: an object of keywords, one of which names its only type; or such a schema and null as
/// the only alternatives of a union, beside which there are only annotations. No reference leads to it at this place, and
/// no `allOf` or other union applies to the same value. A rule that is asked about it may assume more: every keyword
/// applies to the type, bounds do not contradict each other, listed values are several distinct strings, and members have
/// distinct names without escapes, among them all that are required.
#[derive(Clone, Debug)]
pub(crate) struct PlainNode<'a> {
    /// The schema.
    pub(crate) schema: SchemaId,
    /// The union with null, and its other alternative, whose keywords are read as those of the schema itself.
    pub(super) or_null: Option<(JsonId, SchemaId)>,
    /// The keywords, without that of the union.
    pub(crate) keywords: KeywordSet,
    /// The same with their values, in source order; none is malformed, loose or shadowed.
    pub(crate) entries: Cow<'a, [Entry]>,
    /// The type besides null.
    pub(crate) kinds: Kinds,
    /// The names that are required, quoted.
    pub(super) required: Set<&'a str>,
}

impl PlainNode<'_> {
    /// Whether it has a keyword.
    pub(crate) fn has(&self, keyword: Keyword) -> bool {
        self.keywords.has(keyword)
    }

    /// The entry of a keyword.
    pub(crate) fn entry(&self, keyword: Keyword) -> Option<&Entry> {
        if self.has(keyword) { self.entries.iter().find(|entry| entry.keyword == keyword) } else { None }
    }

    /// The schemas that it was read from.
    pub(crate) fn read_from(&self) -> impl Iterator<Item = SchemaId> {
        [Some(self.schema), self.or_null.map(|(_, other)| other)].into_iter().flatten()
    }

    /// The value of a keyword, as the source writes it; a number in quotes without the quotes.
    pub(crate) fn lexeme<'t>(&self, tape: &'t Tape<'_>, keyword: Keyword) -> Option<&'t str> {
        self.entry(keyword).map(|entry| keyword.without_quotes(tape.slice(entry.json())))
    }

    /// The schema that is the value of a keyword.
    pub(crate) fn schema_of(&self, keyword: Keyword) -> Option<SchemaId> {
        match self.entry(keyword)?.value {
            Value::Schema(schema) => Some(schema),
            _ => None,
        }
    }

    /// Its members.
    pub(crate) fn members<'t>(&self, ast: &'t Ast<'_>) -> &'t [Link] {
        self.entry(Keyword::Properties).map_or(&[], |entry| ast.links(entry.value))
    }

    /// The names of its members in the source, quoted.
    pub(crate) fn names<'t>(&self, ast: &'t Ast<'_>) -> impl Iterator<Item = &'t str> + use<'t> {
        self.members(ast).iter().map(|link| ast.tape().slice(link.key))
    }

    /// Whether what rules may assume of a plain node holds.
    pub(super) fn is_consistent(&self, ast: &Ast<'_>) -> bool {
        self.entries.iter().all(|entry| entry.keyword.applies_to(self.kinds))
            && BOUNDS.iter().all(|(least, most)| self.are_in_order(ast.tape(), *least, *most))
            && (!self.has(Keyword::Enum) || self.lists_strings(ast.tape()))
            && (self.kinds != Kinds::OBJECT || self.requires_members(ast))
    }

    /// Whether two bounds are integers of which the first is not above the second, or one is absent.
    fn are_in_order(&self, tape: &Tape<'_>, least: Keyword, most: Keyword) -> bool {
        if !self.has(least) || !self.has(most) {
            return true;
        }
        let bound = |keyword| self.lexeme(tape, keyword)?.parse::<i64>().ok();
        bound(least).zip(bound(most)).is_some_and(|(least, most)| least <= most)
    }

    /// Whether it lists several distinct strings, which nothing else excludes.
    fn lists_strings(&self, tape: &Tape<'_>) -> bool {
        let list: Vec<JsonId> =
            self.entry(Keyword::Enum).into_iter().flat_map(|list| tape.elements(list.json())).gather();
        let strings = || list.iter().all(|value| tape.kind(*value) == Kind::String);
        self.kinds == Kinds::STRING
            && list.len() > 1
            && !self.keywords.meets(LENGTHS)
            && strings()
            && are_distinct(tape, list.len(), |at| list[at])
    }

    /// Whether all that is required is a member, and names are distinct.
    fn requires_members(&self, ast: &Ast<'_>) -> bool {
        let (tape, members) = (ast.tape(), self.members(ast));
        let listed = self.entry(Keyword::Required).map(Entry::json);
        let is_list = listed.is_none_or(|list| tape.kind(list) == Kind::Array);
        let declared = members.iter().filter(|link| self.requires(tape, link.key)).count();
        let is_read = |link: &Link| link.schema.is_some_and(|schema| ast.is_required_by_itself(schema).is_none());
        is_list
            && declared == listed.map_or(0, |list| tape.elements(list).count())
            && members.iter().all(is_read)
            && are_distinct(tape, members.len(), |at| members[at].key)
    }

    /// Whether the member with a key is required.
    pub(super) fn requires(&self, tape: &Tape<'_>, key: JsonId) -> bool {
        !self.required.is_empty() && self.required.contains(tape.slice(key))
    }
}

/// The pairs of bounds that may contradict each other.
const BOUNDS: [(Keyword, Keyword); 4] = [
    (Keyword::Minimum, Keyword::Maximum),
    (Keyword::MinLength, Keyword::MaxLength),
    (Keyword::MinItems, Keyword::MaxItems),
    (Keyword::MinProperties, Keyword::MaxProperties),
];

/// The bounds of strings.
const LENGTHS: KeywordSet = KeywordSet::of(&[Keyword::MinLength, Keyword::MaxLength]);

/// The number of strings up to which they are compared in pairs.
const FEW: usize = 16;

/// Whether so many strings are written differently and without escapes.
fn are_distinct(tape: &Tape<'_>, count: usize, at: impl Fn(usize) -> JsonId) -> bool {
    let text = |place: usize| tape.slice(at(place));
    let distinct = if count <= FEW {
        (1..count).all(|place| (0..place).all(|other| text(other) != text(place)))
    } else {
        (0..count).map(text).collect::<Set<&str>>().len() == count
    };
    distinct && !(0..count).any(|place| tape.is_escaped(at(place)))
}
