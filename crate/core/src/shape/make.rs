//! Shapes that are constructed, not read.

use super::data::{ArrayFacts, Coding, ObjectFacts, Part, Shape, Union, Values};
use crate::{
    json::JsonId,
    order::Set,
    schema::{Keyword, KeywordSet, Kinds},
};

impl Shape {
    /// The shape that allows anything. Not inlined, as it is large and constructed in many places.
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

    /// The shape of all values of the given types.
    #[must_use]
    #[inline(never)]
    pub fn of_kind(origin: JsonId, kinds: Kinds) -> Shape {
        let mut shape = Shape::any(origin);
        shape.kinds = kinds;
        shape.typed = true;
        shape
    }

    /// The shape of objects that have a member of that name.
    pub(crate) fn object_of(key: JsonId, name: &str, part: Part) -> Shape {
        let mut object = Shape::of_kind(key, Kinds::OBJECT);
        object.object.need(name, key, part);
        object
    }

    /// The shape of an object with one member that encodes the member's value.
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

    /// The part that is satisfied by what satisfies any of several; a single one as it is.
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
}
