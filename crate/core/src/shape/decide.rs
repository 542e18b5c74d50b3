//! Whether anything satisfies a shape: what it says, held against each other.

use super::{Fact, Shape, compare::is_apart_from, range::Range, single::measure};
use crate::{
    json::{JsonId, Kind, Tape},
    lower::Lower,
    schema::{Keyword, Kinds},
};

impl Shape {
    /// Decides from types, listed values, bounds and required members whether null is allowed and whether
    /// anything is. Every shape comes by here when it is read or narrowed, so that no rule meets a contradiction.
    pub(super) fn decide(&mut self, tape: &Tape<'_>) {
        self.decide_null(tape);
        if self.never.is_none() {
            self.never = self.contradiction(tape);
        }
    }

    /// The place that says that nothing is allowed.
    fn contradiction(&self, tape: &Tape<'_>) -> Option<JsonId> {
        if let Some(not) = self.exclusion_of_all(tape) {
            return Some(not);
        }
        if !self.typed && self.values.is_none() {
            return None;
        }
        let ranges = self.ranges(tape);
        let in_text = self.lists_in_text(tape);
        let possible = if in_text { self.kinds } else { self.possible_kinds(tape) };
        let listed = self.values.as_ref().filter(|values| !in_text && !values.list.is_empty());
        let place = listed.map(|values| values.key).or(self.type_key).unwrap_or(self.origin);
        let barred = |kind| Self::is_barred(kind, &ranges);
        let unlisted = |value: &JsonId| {
            let kind = Kinds::of(tape, *value);
            self.kinds.intersect(kind).is_empty() || barred(kind) || measure(&ranges, tape, *value) == Some(false)
        };
        let none_listed = listed.is_some_and(|values| !self.or_null && values.list.iter().all(unlisted));
        (none_listed || possible.iter().all(barred)).then_some(place)
    }

    /// Whether values are listed as Gemini's message lists them, as text whatever the type: `INTEGER` of `["1", "2"]`.
    fn lists_in_text(&self, tape: &Tape<'_>) -> bool {
        let Some(name) = self.type_key.and_then(|key| tape.string(key.value_of_key())) else { return false };
        let mut values = self.values.iter().flat_map(|values| &values.list);
        name.starts_with(|first: char| first.is_ascii_uppercase())
            && values.all(|value| tape.kind(*value) == Kind::String)
    }

    /// Listed values allow null only if it is one of them, or said to be allowed beside them.
    fn decide_null(&mut self, tape: &Tape<'_>) {
        let Some(values) = self.values.as_ref().filter(|_| !self.or_null && self.kinds.has(Kinds::NULL)) else {
            return;
        };
        if values.list.iter().any(|value| tape.kind(*value) == Kind::Null) {
            self.or_null = true;
        } else if !values.list.is_empty() {
            self.kinds = self.kinds.without(Kinds::NULL);
        }
    }

    /// The types that a value can have, the listed values considered.
    pub(crate) fn possible_kinds(&self, tape: &Tape<'_>) -> Kinds {
        // An empty list is a mistake, and says nothing.
        let Some(values) = self.values.as_ref().filter(|values| !values.list.is_empty()) else { return self.kinds };
        let listed = values.list.iter().fold(Kinds::NONE, |kinds, value| kinds.with(Kinds::of(tape, *value)));
        self.kinds.intersect(if self.or_null { listed.with(Kinds::NULL) } else { listed })
    }

    fn ranges(&self, tape: &Tape<'_>) -> [Range; 4] {
        let mut ranges: [Range; 4] = Default::default();
        for fact in &self.facts {
            Range::add(&mut ranges, fact.keyword, fact.lexeme(tape));
        }
        ranges
    }

    /// Whether no value of a type is left between the bounds.
    fn is_barred(kind: Kinds, ranges: &[Range; 4]) -> bool {
        Range::position(kind).is_some_and(|at| ranges[at].is_empty(kind != Kinds::NUMBER))
    }

    /// Decides whether an object lacks a member that it requires and forbids. The arguments of a tool are not asked:
    /// there it is a slip that servers do not notice, and without it the tool could not be called at all.
    pub(crate) fn decide_members(&mut self) {
        if self.never.is_none() && self.is_plain(Kinds::OBJECT) && !self.or_null && self.object.lacks_a_member() {
            self.never = self.object.required_key.or(Some(self.origin));
        }
    }

    /// Whether nothing satisfies any alternative of a union together with what stands beside it.
    pub(crate) fn contradicts_unions(&self, cx: &Lower<'_, '_>) -> bool {
        let speaks = self.typed || self.values.is_some();
        speaks && !self.or_null && self.unions.iter().any(|union| is_apart_from(cx, self, &union.branches))
    }

    /// The key of a `not` that excludes everything, because its schema says nothing.
    fn exclusion_of_all(&self, tape: &Tape<'_>) -> Option<JsonId> {
        let says_nothing = |not| match tape.kind(not) {
            Kind::True => true,
            Kind::Object => tape.members(not).next().is_none(),
            _ => false,
        };
        let excludes_all = |fact: &&Fact| fact.keyword == Keyword::Not && says_nothing(fact.key.value_of_key());
        self.facts.iter().find(excludes_all).map(|fact| fact.key)
    }
}
