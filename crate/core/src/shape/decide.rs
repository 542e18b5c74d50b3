//! Whether a shape is satisfiable: its keywords are checked against each other.

use super::{
    Fact, Model, ObjectFacts, Shape, Values,
    compare::is_apart_from_a_union,
    left::remaining_kinds,
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
    /// Decides from types, listed values and bounds whether null is allowed and whether anything is. Called for every
    /// shape that is read or narrowed, so that no rule meets a contradiction.
    pub(crate) fn decide(&mut self, tape: &Tape<'_>) {
        self.decide_null(tape);
        if self.never.is_none() {
            self.never = self.contradiction(tape);
        }
    }

    /// The place of a contradiction between types, listed values and bounds.
    fn contradiction(&self, tape: &Tape<'_>) -> Option<JsonId> {
        if !self.typed && self.values.is_none() {
            return None;
        }
        let ranges = self.ranges(tape);
        let in_text = self.values.is_some()
            && self.lists_in_text(tape)
            && (self.is_spelled_as_message(tape) || self.lists_spelled(tape));
        let possible = if in_text { self.kinds } else { self.possible_kinds(tape) };
        let listed = self.listed_values();
        let barred = |kind| Range::bars(&ranges, kind);
        let unlisted = |value: &JsonId| {
            if in_text {
                return Decimal::parse(spelled(tape, *value)).is_some_and(|number| !ranges[0].has(&number));
            }
            let kind = Kinds::of(tape, *value);
            !self.kinds.admits(kind) || barred(kind) || measure(&ranges, tape, *value) == Some(false)
        };
        let none_listed = listed.is_some_and(|values| !self.or_null && values.list.iter().all(unlisted));
        (none_listed || possible.iter().all(barred)).then(|| {
            let bound = || self.excluding_bound(tape, possible).map(|fact| fact.key);
            listed.map(|values| values.key).or_else(bound).or(self.type_key).unwrap_or(self.origin)
        })
    }

    /// The bound that, together with those before it, leaves no value of some types.
    fn excluding_bound(&self, tape: &Tape<'_>, kinds: Kinds) -> Option<&Fact> {
        let mut ranges: [Range; 4] = Default::default();
        self.facts.iter().filter(|_| !kinds.is_empty()).find(|fact| {
            Range::add(&mut ranges, fact.keyword, fact.lexeme(tape))
                && kinds.iter().all(|kind| Range::bars(&ranges, kind))
        })
    }

    /// Whether the type is spelled as Gemini's message spells it: `INTEGER`.
    fn is_spelled_as_message(&self, tape: &Tape<'_>) -> bool {
        let name = self.type_key.and_then(|key| tape.string(key.value_of_key()));
        name.is_some_and(|name| name.starts_with(|first: char| first.is_ascii_uppercase()))
    }

    /// Whether each listed value is a string that spells a value of the types.
    fn lists_spelled(&self, tape: &Tape<'_>) -> bool {
        let mut values = self.values.iter().flat_map(|values| &values.list);
        values.all(|value| spells(tape, *value, self.kinds))
    }

    /// Whether the listed values are strings that stand for values of other types, as in Gemini's message: `"1"` for 1.
    pub(crate) fn lists_in_text(&self, tape: &Tape<'_>) -> bool {
        let mut values = self.values.iter().flat_map(|values| &values.list);
        !self.kinds.has(Kinds::STRING) && values.all(|value| tape.kind(*value) == Kind::String)
    }

    /// Unless `or_null` is set: sets it if null is a listed value, and removes null from the types if other values are
    /// listed.
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

    /// Whether null is allowed even if no alternative of a union allows it; it is not if it is merely a listed value.
    pub(crate) fn allows_null_anyhow(&self, tape: &Tape<'_>) -> bool {
        let listed = |values: &Values| values.list.iter().any(|value| tape.kind(*value) == Kind::Null);
        self.or_null && (self.nullable_key.is_some() || !self.values.as_ref().is_some_and(listed))
    }

    /// The types that a value can have, the listed values considered.
    pub(crate) fn possible_kinds(&self, tape: &Tape<'_>) -> Kinds {
        let Some(values) = self.listed_values() else { return self.kinds };
        let null = if self.or_null { self.kinds.intersect(Kinds::NULL) } else { Kinds::NONE };
        let listed = values.list.iter().map(|value| Kinds::of(tape, *value));
        listed.filter(|kind| self.kinds.admits(*kind)).fold(null, Kinds::with)
    }

    /// The only value of a node that states nothing else but null, descriptions, titles and keywords that do not apply
    /// to it.
    pub(crate) fn constant_value(&self, tape: &Tape<'_>) -> Option<JsonId> {
        self.only_value(tape).filter(|_| self.says_only_values(tape))
    }

    /// The same, among the values of the given types; `None` if these are all types.
    pub(crate) fn only_value_of(&self, tape: &Tape<'_>, types: Kinds) -> Option<JsonId> {
        let mut left =
            self.values.iter().flat_map(|values| &values.list).filter(|value| types.admits(Kinds::of(tape, **value)));
        left.next().copied().filter(|_| left.next().is_none() && types != Kinds::ALL && self.says_only_values(tape))
    }

    /// Whether a node lists values, and states nothing else but null, descriptions, titles and keywords that do not
    /// apply to them.
    pub(crate) fn says_only_values(&self, tape: &Tape<'_>) -> bool {
        let kinds = self.possible_kinds(tape);
        let object = self.has_object_facts() && kinds.meets(Kinds::OBJECT);
        let array = self.has_array_facts() && kinds.meets(Kinds::ARRAY);
        let bare = self.unions.is_empty() && !object && !array;
        let is_idle = |fact: &Fact| fact.is_words() || !fact.keyword.applies_to(kinds);
        self.listed_values().is_some() && bare && self.facts.iter().all(is_idle)
    }

    /// The only listed value that the node's types allow besides null; `None` if there are several.
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

    /// Whether a fact excludes no value: its keyword applies to none, or every listed value is within its bound.
    pub(crate) fn excludes_nothing(&self, tape: &Tape<'_>, fact: &Fact) -> bool {
        if self.never_applies(fact.keyword) {
            return true;
        }
        let Some(values) = self.listed_values().filter(|_| self.coding.is_none()) else { return false };
        let mut ranges: [Range; 4] = Default::default();
        let bounds = Range::add(&mut ranges, fact.keyword, fact.lexeme(tape));
        !fact.keyword.applies_to(self.possible_kinds(tape))
            || (bounds && values.list.iter().all(|value| measure(&ranges, tape, *value) != Some(false)))
    }

    fn ranges(&self, tape: &Tape<'_>) -> [Range; 4] {
        let mut ranges: [Range; 4] = Default::default();
        for fact in self.facts.iter().filter(|fact| Range::end_of(fact.keyword).is_some()) {
            Range::add(&mut ranges, fact.keyword, fact.lexeme(tape));
        }
        ranges
    }

    /// Makes an object that forbids a required member unsatisfiable, but for null. Not called for the arguments of a
    /// tool: there it is a slip that servers do not notice, and the tool could not be called at all.
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

    /// Whether it has a union none of whose alternatives can be satisfied together with the union's siblings.
    pub(crate) fn contradicts_unions(&self, model: &Model<'_, '_>) -> bool {
        // Unions that references unfold repeatedly would use up the budget of comparisons.
        let several = !self.unfolded && (2..=MAX_UNIONS).contains(&self.unions.len());
        let speaks = self.typed || self.values.is_some() || several;
        speaks && !self.allows_null_anyhow(model.ast.tape()) && is_apart_from_a_union(model, self)
    }

    /// The key of a `not` that excludes everything.
    pub(crate) fn exclusion_of_all(&self, model: &Model<'_, '_>) -> Option<JsonId> {
        let excludes_all = |fact: &&Fact| {
            // Rules may yet add types that the source does not state, but none if only null is left.
            let left = self.possible_kinds(model.ast.tape()).intersect(remaining_kinds(model, self));
            let kinds = if left == Kinds::NULL { Kinds::NULL } else { Kinds::ALL };
            let entry = self.entry_at(model, fact.key);
            matches!(entry, Some((_, Value::Schema(excluded))) if allows_all(model, excluded, kinds))
        };
        let mut excluding = self.facts.iter().filter(|fact| fact.keyword == Keyword::Not);
        excluding.find(excludes_all).map(|fact| fact.key)
    }
}

/// Whether a schema allows all values of some types: it does not constrain them, or excludes what allows none of them.
fn allows_all(model: &Model<'_, '_>, mut schema: SchemaId, kinds: Kinds) -> bool {
    // An unknown keyword may be meant as a constraint.
    let says = |keyword: Keyword| keyword == Keyword::Unknown || !keyword.is_annotation();
    let asks = |entry: &&Entry| says(entry.keyword) && entry.keyword.applies_to(kinds);
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

/// Most steps through `not` and references.
const MAX_STEPS: usize = 64;
