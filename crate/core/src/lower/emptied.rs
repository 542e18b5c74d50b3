//! Objects that models send empty: they take properties of any name, and the declaration names none (catalogue:
//! Q-dict-empty). Nothing is known of such objects in `parametersJsonSchema`.

use super::{Closing, Lower, PartialNode};
use crate::{
    json::JsonId,
    order::sort_by_key,
    schema::{Keyword, KeywordSet, Kinds, SchemaId, Value},
    shape::Shape,
    targets::Door,
};

/// An object that models send empty.
#[derive(Clone, Debug)]
pub(crate) struct Emptied {
    /// The source of the object.
    pub source: JsonId,
    /// Its place in the output, as a JSON Pointer (RFC 6901).
    pub output: String,
}

impl Emptied {
    /// Those noted, which are sorted by their source: one group for each source.
    pub(crate) fn by_source(noted: &[Emptied]) -> impl Iterator<Item = &[Emptied]> {
        noted.chunk_by(|one, other| one.source == other.source)
    }
}

/// Keywords that allow properties of any name.
const UNDECLARED: KeywordSet = KeywordSet::of(&[Keyword::AdditionalProperties, Keyword::PatternProperties]);

impl Lower<'_, '_> {
    /// Notes whether models send the object being printed empty; what is printed last at a place counts.
    pub(super) fn note_emptied(&mut self, shape: &Shape, partial: &PartialNode) {
        if !self.log.keeps() || self.at_root() || self.target.door == Door::JsonSchema {
            return;
        }
        let emptied = names_nothing(shape, partial) && self.is_free_form(shape);
        if emptied || self.emptied.contains_key(self.path.as_str()) {
            self.emptied.insert(self.path.clone(), emptied.then_some(shape.origin));
        }
    }

    /// The objects that were noted, in the order of their sources.
    pub(super) fn emptied(&self) -> Vec<Emptied> {
        let noted = self.emptied.iter();
        let noted = noted.filter_map(|(output, source)| Some(Emptied { source: (*source)?, output: output.clone() }));
        let mut noted: Vec<_> = noted.collect();
        sort_by_key(&mut noted, |emptied| emptied.source);
        noted
    }

    /// Whether the schemas of a shape allow properties of any name and declare none.
    fn is_free_form(&self, shape: &Shape) -> bool {
        let ast = self.model.ast;
        let is_object = |schema: &SchemaId| {
            let types = ast.entry(*schema, Keyword::Type).map(|entry| entry.value);
            matches!(types, Some(Value::Types(named)) if named.kinds.has(Kinds::OBJECT))
                || ast.keywords(*schema).meets(UNDECLARED)
        };
        let is_open = |schema: &SchemaId| {
            let declares = ast.entry(*schema, Keyword::Properties).is_some_and(|it| !ast.links(it.value).is_empty());
            !declares && !ast.closes(*schema)
        };
        shape.read_from.iter().any(is_object) && shape.read_from.iter().all(is_open)
    }
}

/// Whether a node is an object that names no properties and says nothing of them.
fn names_nothing(shape: &Shape, partial: &PartialNode) -> bool {
    let describes = matches!(partial.closing, Some((_, Closing::Flag(true) | Closing::Schema(_))));
    let names = !partial.members.is_empty() || !partial.unions.is_empty() || shape.values.is_some();
    shape.typed && shape.kinds.has(Kinds::OBJECT) && !describes && !names && shape.reference.is_none()
}
