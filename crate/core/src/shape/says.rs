//! What a shape states, and its size.

use super::data::{Fact, Shape, Values};
use crate::{
    json::{JsonId, Tape},
    schema::{Keyword, Kinds},
};

impl Values {
    /// The types of the values.
    pub(crate) fn kinds(&self, tape: &Tape<'_>) -> Kinds {
        self.list.iter().fold(Kinds::NONE, |kinds, value| kinds.with(Kinds::of(tape, *value)))
    }

    /// Keeps only the values for which `holds` is true.
    pub(crate) fn keep(&mut self, holds: &dyn Fn(JsonId) -> bool) {
        let before = self.list.len();
        self.list.retain(|value| holds(*value));
        self.as_written &= self.list.len() == before;
    }
}

impl Shape {
    /// The approximate number of bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        const PART: usize = 256;
        size_of::<Shape>() + self.weight() * PART
    }

    /// Its number of parts: the steps that it costs to copy it, to look through it, or to narrow it by another.
    pub(crate) fn weight(&self) -> usize {
        let branches: usize = self.unions.iter().map(|union| union.branches.len()).sum();
        let values = self.values.as_ref().map_or(0, |values| values.list.len());
        let positions = self.array.prefix.as_ref().map_or(0, |(_, positions)| positions.len());
        let object = self.object.properties.len() + self.object.required.len() + self.object.additional.len();
        1 + branches + values + positions + object + self.facts.len() + self.hints.len() / 8
    }

    /// Sets the types; if they differ, the source's `type` no longer counts.
    pub fn set_kinds(&mut self, kinds: Kinds) {
        if self.kinds != kinds || !self.typed {
            self.kinds = kinds;
            self.typed = true;
            self.type_key = None;
        }
    }

    /// Allows null, too.
    pub(crate) fn allow_null(&mut self) {
        self.kinds = self.kinds.with(Kinds::NULL);
        self.or_null = true;
    }

    /// Forbids null.
    pub(crate) fn forbid_null(&mut self) {
        (self.nullable_key, self.or_null) = (None, false);
        if self.kinds.has(Kinds::NULL) {
            self.kinds = self.kinds.without(Kinds::NULL);
            self.type_key = None;
        }
    }

    /// Whether null is explicitly allowed, by a type or otherwise.
    #[must_use]
    pub fn allows_null_explicitly(&self) -> bool {
        self.or_null || (self.typed && self.kinds.has(Kinds::NULL))
    }

    /// Whether null is one of several types.
    pub(crate) fn has_null_beside_others(&self) -> bool {
        self.kinds.has(Kinds::NULL) && self.kinds != Kinds::NULL
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

    /// Whether the node describes members or items, or lists values.
    #[must_use]
    pub fn has_structure(&self) -> bool {
        self.has_object_facts() || self.has_array_facts() || self.values.is_some()
    }

    /// Whether an object keyword that the model represents is present.
    #[must_use]
    pub fn has_object_facts(&self) -> bool {
        self.object.key.is_some() || !self.object.required.is_empty() || !self.object.additional.is_empty()
    }

    /// Whether an array keyword that the model represents is present.
    #[must_use]
    pub fn has_array_facts(&self) -> bool {
        self.array.items.is_some() || self.array.prefix.is_some() || self.array.rest.is_some()
    }

    /// Whether the node states nothing but, possibly, a description and a default.
    #[must_use]
    pub fn is_only_described(&self) -> bool {
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

    /// The values that it lists. An empty list is a mistake, and is ignored.
    pub(crate) fn listed_values(&self) -> Option<&Values> {
        self.values.as_ref().filter(|values| !values.list.is_empty())
    }

    /// Whether a keyword applies only to types that the node does not allow.
    #[must_use]
    pub fn never_applies(&self, keyword: Keyword) -> bool {
        self.typed && self.unions.is_empty() && !keyword.applies_to(self.kinds)
    }
}
