//! Whether anything satisfies a shape: what it says, held against each other.

use super::{
    Fact, Model, ObjectFacts, Shape, Values,
    compare::is_apart_from_a_union,
    left::kinds_left,
    outline::MAX_UNIONS,
    range::Range,
    single::measure,
    spelled::{spelled, spells},
};
use crate::{
    json::{Decimal, JsonId, Kind, Tape, equal},
    resolve::Resolution,
    schema::{Entry, Keyword, Kinds, NodeKind, SchemaId, Value},
};

impl Shape {
    /// Decides from types, listed values, bounds and required members whether null is allowed and whether
    /// anything is. Every shape comes by here when it is read or narrowed, so that no rule meets a contradiction.
    pub(crate) fn decide(&mut self, tape: &Tape<'_>) {
        self.decide_null(tape);
        if self.never.is_none() {
            self.never = self.contradiction(tape);
        }
    }

    /// The place that says that nothing is allowed.
    fn contradiction(&self, tape: &Tape<'_>) -> Option<JsonId> {
        if !self.typed && self.values.is_none() {
            return None;
        }
        let ranges = self.ranges(tape);
        let in_text = self.values.is_some()
            && self.lists_in_text(tape)
            && (self.is_spelled_as_message(tape) || self.lists_spelled(tape));
        let possible = if in_text { self.kinds } else { self.possible_kinds(tape) };
        let listed = self.values.as_ref().filter(|values| !values.list.is_empty());
        let place = listed.map(|values| values.key).or(self.type_key).unwrap_or(self.origin);
        let barred = |kind| Self::is_barred(kind, &ranges);
        let unlisted = |value: &JsonId| {
            if in_text {
                return Decimal::parse(spelled(tape, *value)).is_some_and(|number| !ranges[0].has(&number));
            }
            let kind = Kinds::of(tape, *value);
            !self.kinds.admits(kind) || barred(kind) || measure(&ranges, tape, *value) == Some(false)
        };
        let none_listed = listed.is_some_and(|values| !self.or_null && values.list.iter().all(unlisted));
        (none_listed || possible.iter().all(barred)).then_some(place)
    }

    /// Whether the type is spelled as Gemini's message spells it: `INTEGER`.
    fn is_spelled_as_message(&self, tape: &Tape<'_>) -> bool {
        let name = self.type_key.and_then(|key| tape.string(key.value_of_key()));
        name.is_some_and(|name| name.starts_with(|first: char| first.is_ascii_uppercase()))
    }

    /// Whether each of them spells a value of the type.
    fn lists_spelled(&self, tape: &Tape<'_>) -> bool {
        let mut values = self.values.iter().flat_map(|values| &values.list);
        values.all(|value| spells(tape, *value, self.kinds))
    }

    /// Whether listed values are text for values of another type, as Gemini's message lists them: 1 as `"1"`.
    pub(crate) fn lists_in_text(&self, tape: &Tape<'_>) -> bool {
        let mut values = self.values.iter().flat_map(|values| &values.list);
        !self.kinds.has(Kinds::STRING) && values.all(|value| tape.kind(*value) == Kind::String)
    }

    /// Listed values allow null only if it is one of them, or said to be allowed beside them.
    pub(super) fn decide_null(&mut self, tape: &Tape<'_>) {
        let Some(values) = self.values.as_ref().filter(|_| !self.or_null && self.kinds.has(Kinds::NULL)) else {
            return;
        };
        if values.list.iter().any(|value| tape.kind(*value) == Kind::Null) {
            self.or_null = true;
        } else if !values.list.is_empty() {
            self.kinds = self.kinds.without(Kinds::NULL);
        }
    }

    /// Whether null is allowed whatever alternatives there are: it is not, where it is no more than one of the values.
    pub(crate) fn allows_null_anyhow(&self, tape: &Tape<'_>) -> bool {
        let listed = |values: &Values| values.list.iter().any(|value| tape.kind(*value) == Kind::Null);
        self.or_null && (self.nullable_key.is_some() || !self.values.as_ref().is_some_and(listed))
    }

    /// The types that a value can have, the listed values considered.
    pub(crate) fn possible_kinds(&self, tape: &Tape<'_>) -> Kinds {
        // An empty list is a mistake, and says nothing.
        let Some(values) = self.values.as_ref().filter(|values| !values.list.is_empty()) else { return self.kinds };
        let null = if self.or_null { self.kinds.intersect(Kinds::NULL) } else { Kinds::NONE };
        let listed = values.list.iter().map(|value| Kinds::of(tape, *value));
        listed.filter(|kind| self.kinds.admits(*kind)).fold(null, Kinds::with)
    }

    /// The one value of a node that says nothing beside it but null, words, and what does not concern the value.
    pub(crate) fn constant_value(&self, tape: &Tape<'_>) -> Option<JsonId> {
        self.only_value(tape).filter(|_| self.says_only_values(tape))
    }

    /// The same of the values that are of some types.
    pub(crate) fn only_value_of(&self, tape: &Tape<'_>, types: Kinds) -> Option<JsonId> {
        let mut left =
            self.values.iter().flat_map(|values| &values.list).filter(|value| types.admits(Kinds::of(tape, **value)));
        left.next().copied().filter(|_| left.next().is_none() && types != Kinds::ALL && self.says_only_values(tape))
    }

    /// Whether a node lists values and says nothing beside them but null, words, and what does not concern them.
    pub(crate) fn says_only_values(&self, tape: &Tape<'_>) -> bool {
        let kinds = self.possible_kinds(tape);
        let object = self.has_object_facts() && kinds.meets(Kinds::OBJECT);
        let array = self.has_array_facts() && kinds.meets(Kinds::ARRAY);
        let bare = self.unions.is_empty() && !object && !array;
        let is_idle = |fact: &Fact| fact.is_words() || !fact.keyword.concerns(kinds);
        let lists = self.values.as_ref().is_some_and(|values| !values.list.is_empty());
        lists && bare && self.facts.iter().all(is_idle)
    }

    /// The one listed value that the node's types leave beside null; none if there are several.
    pub(crate) fn only_value(&self, tape: &Tape<'_>) -> Option<JsonId> {
        let values = self.values.as_ref()?;
        let in_text = self.lists_in_text(tape);
        let fits = |value: &&JsonId| in_text || self.kinds.without(Kinds::NULL).admits(Kinds::of(tape, **value));
        let mut fitting = values.list.iter().filter(fits);
        let only = fitting.next().or(values.list.first().filter(|_| self.or_null))?;
        fitting.all(|other| equal(tape, *only, *other)).then_some(*only)
    }

    /// Whether bounds exclude a listed value.
    pub(crate) fn is_out_of_bounds(&self, tape: &Tape<'_>, value: JsonId) -> bool {
        measure(&self.ranges(tape), tape, value) == Some(false)
    }

    fn ranges(&self, tape: &Tape<'_>) -> [Range; 4] {
        let mut ranges: [Range; 4] = Default::default();
        for fact in self.facts.iter().filter(|fact| Range::end_of(fact.keyword).is_some()) {
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
        if self.never.is_some() || !self.is_plain(Kinds::OBJECT) || !self.object.lacks_a_member() {
            return;
        }
        if self.or_null {
            self.object = ObjectFacts::default();
            self.set_kinds(Kinds::NULL);
        } else {
            self.never = self.object.required_key.or(Some(self.origin));
        }
    }

    /// Whether nothing satisfies any alternative of a union together with what stands beside it.
    pub(crate) fn contradicts_unions(&self, model: &Model<'_, '_>) -> bool {
        // Written out again and again, unions would use up what comparing may cost.
        let several = !self.unfolded && (2..=MAX_UNIONS).contains(&self.unions.len());
        let speaks = self.typed || self.values.is_some() || several;
        speaks && !self.allows_null_anyhow(model.ast.tape()) && is_apart_from_a_union(model, self)
    }

    /// The key of a `not` that excludes everything.
    pub(crate) fn exclusion_of_all(&self, model: &Model<'_, '_>) -> Option<JsonId> {
        let excludes_all = |fact: &&Fact| {
            // Types may yet be named that the source does not, but for null beside which there is none.
            let left = self.possible_kinds(model.ast.tape()).intersect(kinds_left(model, self));
            let kinds = if left == Kinds::NULL { Kinds::NULL } else { Kinds::ALL };
            let entry = self.entry_at(model, fact.key);
            matches!(entry, Some((_, Value::Schema(excluded))) if allows_all(model, excluded, kinds))
        };
        let mut excluding = self.facts.iter().filter(|fact| fact.keyword == Keyword::Not);
        excluding.find(excludes_all).map(|fact| fact.key)
    }
}

/// Whether a schema says nothing of values of some types, or only that what allows nothing is excluded.
fn allows_all(model: &Model<'_, '_>, mut schema: SchemaId, kinds: Kinds) -> bool {
    // What nobody knows may have been meant to say something.
    let says = |keyword: Keyword| keyword == Keyword::Unknown || !keyword.is_annotation();
    let asks = |entry: &&Entry| says(entry.keyword) && entry.keyword.concerns(kinds);
    let mut excludes = false;
    for _ in 0..MAX_STEPS {
        let mut asking = model.ast.entries(schema).iter().filter(asks);
        match (model.ast.kind(schema), asking.next(), asking.next()) {
            (NodeKind::Boolean(allows), ..) => return allows != excludes,
            (NodeKind::Object, None, _) => return !excludes,
            (NodeKind::Object, Some(Entry { keyword: Keyword::Not, value: Value::Schema(inner), .. }), None) => {
                (schema, excludes) = (*inner, !excludes);
            }
            (NodeKind::Object, Some(Entry { keyword: Keyword::Ref, .. }), None) => match model.references.get(schema) {
                Some(Resolution::Schema(target)) => schema = target,
                _ => return false,
            },
            _ => return false,
        }
    }
    false
}

/// How far `not` and references are followed.
const MAX_STEPS: usize = 64;
