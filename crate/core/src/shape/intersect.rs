//! Intersection: what satisfies two shapes at once. Exact for types, values, bounds, members and items; keywords that
//! it cannot merge are kept twice, for a rule to choose one and report it.

use std::mem;

use super::{
    ArrayFacts, Fact, ObjectFacts, Part, Property, Required, Shape, Values,
    merge_rule::{MergeRule, merge_rule},
    part::narrow_by,
};
use crate::{
    json::{Decimal, JsonId, ValueSet},
    limits::Work,
    order::{Gather, Map, Set},
    schema::{Ast, Keyword, KeywordSet, Kinds, SchemaId},
};

impl Shape {
    /// Narrows this shape to what `other` allows too. Of annotations that both have, those of this shape stay.
    pub fn intersect(&mut self, ast: &Ast<'_>, mut other: Shape) {
        ast.work().step(self.weight() + other.weight());
        other.decide_null(ast.tape());
        self.intersect_kinds(&other);
        self.never = self.never.or(other.never);
        self.unfolded |= other.unfolded;
        self.keywords = self.keywords.union(other.keywords);
        self.add_schemas(ast.work(), other.read_from);
        self.intersect_values(ast, other.values);
        self.object.intersect(ast.work(), other.object);
        self.array.intersect(ast.work(), other.array);
        self.unions.extend(other.unions);
        if self.reference.is_none() {
            self.reference = other.reference;
        }
        if self.coding.is_none() {
            self.coding = other.coding;
        }
        self.constant = self.constant.or(other.constant);
        // The `$schema` of a schema that is merged into another does not apply to the other's keywords.
        let merged = self.read_from.len() > 1;
        other.facts.retain(|fact| !merged || fact.keyword != Keyword::SchemaUri);
        self.add_facts(ast, other.facts);
        self.hint_all(other.hints.into_insertion_order());
        self.decide(ast.tape());
    }

    /// Adds schemas to those that it was read from, without duplicates: shapes that were split may be merged again.
    fn add_schemas(&mut self, work: &Work, more: Vec<SchemaId>) {
        if self.read_from.is_empty() || more.is_empty() {
            return self.read_from.extend(more);
        }
        work.step(self.read_from.len() + more.len());
        let mut known = Set::new();
        for schema in mem::take(&mut self.read_from).into_iter().chain(more) {
            if known.insert(schema) {
                self.read_from.push(schema);
            }
        }
    }

    /// Changes a shape that one schema was read into as if it had narrowed [`Shape::any`] by [`Self::intersect`];
    /// `false`, without a change, if it has keywords to merge.
    pub(crate) fn says_nothing_twice(&mut self) -> bool {
        let mut seen = KeywordSet::EMPTY;
        let array = self.array.prefix.is_none() || self.array.items.is_none();
        if !array || !self.hints.is_empty() || self.facts.iter().any(|fact| seen.insert(fact.keyword)) {
            return false;
        }
        self.keywords = self.keywords.union(seen);
        let null = self.kinds.has(Kinds::NULL);
        self.nullable_key = self.nullable_key.filter(|_| null);
        self.or_null &= null;
        true
    }

    fn intersect_kinds(&mut self, other: &Shape) {
        let kinds = self.kinds.intersect(other.kinds);
        let written = |shape: &Shape| shape.type_key.filter(|_| shape.kinds == kinds);
        self.type_key = written(self).or_else(|| written(other));
        self.nullable_key = self.nullable_key.or(other.nullable_key).filter(|_| kinds.has(Kinds::NULL));
        self.kinds = kinds;
        self.typed |= other.typed;
        self.or_null = (self.or_null || other.or_null) && kinds.has(Kinds::NULL);
    }

    pub(crate) fn intersect_values(&mut self, ast: &Ast<'_>, other: Option<Values>) {
        let Some(other) = other else { return };
        let Some(mine) = &mut self.values else {
            self.values = Some(other);
            return;
        };
        let theirs = ValueSet::of(ast.tape(), &other.list);
        mine.keep(&|value| theirs.contains(value));
        if other.keyword == Keyword::Const && mine.keyword != Keyword::Const {
            mine.keyword = Keyword::Const;
            mine.key = other.key;
            // A list may have the value more than once.
            mine.list.truncate(1);
        }
        if mine.list.is_empty() {
            self.never = self.never.or(Some(other.key));
        }
    }

    /// Adds facts. Unknown keywords may be many: they are looked up by name in a set.
    fn add_facts(&mut self, ast: &Ast<'_>, facts: Vec<Fact>) {
        let is_named = |fact: &Fact| fact.keyword == Keyword::Unknown && !fact.whole;
        let mut names: Option<Set<String>> = None;
        for fact in facts {
            if !is_named(&fact) {
                self.add_fact(ast, fact);
                continue;
            }
            let known = || self.facts.iter().filter(|fact| is_named(fact)).map(|fact| ast.name(fact.key)).collect();
            if names.get_or_insert_with(known).insert(ast.name(fact.key)) {
                self.keywords.insert(fact.keyword);
                self.facts.push(fact);
            }
        }
    }

    /// Adds a fact, merged with one of the same keyword as [`meeting`] prescribes.
    pub fn add_fact(&mut self, ast: &Ast<'_>, fact: Fact) {
        let tape = ast.tape();
        self.keywords.insert(fact.keyword);
        let Some(mine) = self.facts.iter_mut().find(|mine| mine.keyword == fact.keyword) else {
            self.facts.push(fact);
            return;
        };
        match merge_rule(fact.keyword) {
            MergeRule::First => {}
            MergeRule::Tighter(tighter) => {
                let numbers = (Decimal::parse(mine.lexeme(tape)), Decimal::parse(fact.lexeme(tape)));
                match numbers {
                    (Some(old), Some(new)) if new.cmp(&old) == tighter => *mine = fact,
                    (Some(_), Some(_)) => {}
                    _ => self.facts.push(fact),
                }
            }
            MergeRule::Both => {
                let text = fact.lexeme(tape);
                // Unknown keywords are compared by name: an object has one member of a name.
                let same = |mine: &Fact| match fact.keyword {
                    Keyword::Unknown if !mine.whole && !fact.whole => tape.key(mine.key) == tape.key(fact.key),
                    _ => mine.key == fact.key || mine.lexeme(tape) == text,
                };
                if !self.facts.iter().any(|mine| mine.keyword == fact.keyword && same(mine)) {
                    self.facts.push(fact);
                }
            }
        }
    }

    /// Applies each `additionalProperties` to the members that only other schemas of the conjunction
    /// declare.
    pub(crate) fn close_properties(&mut self, ast: &Ast<'_>) {
        if self.object.additional.is_empty() || self.read_from.len() < 2 {
            return;
        }
        let additional = self.object.additional.clone();
        for closing in additional.iter().filter(|closing| !closing.patterns) {
            if !ast.work().step(closing.names.len() + self.object.properties.len()) {
                return;
            }
            let declared: Set<&str> = closing.names.iter().map(String::as_str).collect();
            let undeclared = |property: &Property| !declared.contains(property.name.as_str());
            // The rule for impossible members reports those that are forbidden, and omits them.
            let nothing = Part::from(Shape { never: Some(closing.key), ..Shape::any(closing.key) });
            for property in self.object.properties.iter_mut().filter(|property| undeclared(property)) {
                match &closing.part {
                    Some(part) => narrow_by(ast.work(), &mut property.part, part),
                    None => property.part.clone_from(&nothing),
                }
            }
        }
    }
}

impl ObjectFacts {
    fn intersect(&mut self, work: &Work, mut other: ObjectFacts) {
        self.key = self.key.or(other.key);
        self.required_key = self.required_key.or(other.required_key);
        for additional in other.additional {
            if !self
                .additional
                .iter()
                .any(|mine| mine.key == additional.key && mine.names.iter().eq(additional.names.iter()))
            {
                self.additional.push(additional);
            }
        }
        self.closed |= other.closed;
        if self.rest.is_none() {
            self.rest = other.rest;
        }
        if self.properties.is_empty() {
            self.properties = other.properties;
        } else {
            self.merge_properties(work, other.properties);
        }
        if self.required.is_empty() {
            self.required = other.required;
        } else if !other.required.is_empty() {
            let names = self.required.iter().map(|required| required.name.as_str()).gather();
            let names = Names::of(names, other.required.len());
            let is_new = |required: &Required| names.position(&required.name).is_none();
            other.required.retain(|required| is_new(required));
            self.required.append(&mut other.required);
        }
    }

    fn merge_properties(&mut self, work: &Work, others: Vec<Property>) {
        let names = self.properties.iter().map(|property| property.name.as_str()).gather();
        let names = Names::of(names, others.len());
        let places = others.iter().map(|other| names.position(&other.name)).gather();
        for (other, place) in others.into_iter().zip(places) {
            match place {
                Some(at) => narrow_by(work, &mut self.properties[at].part, &other.part),
                None => self.properties.push(other),
            }
        }
    }
}

/// Names that others are looked up in.
enum Names<'n> {
    Listed(Vec<&'n str>),
    Indexed(Map<&'n str, usize>),
}

impl<'n> Names<'n> {
    /// An index pays only for more than a few lookups: conjunctions may merge many small schemas one by one.
    fn of(names: Vec<&'n str>, questions: usize) -> Names<'n> {
        if questions <= 8 {
            Names::Listed(names)
        } else {
            Names::Indexed(names.into_iter().enumerate().map(|(at, name)| (name, at)).collect())
        }
    }

    fn position(&self, name: &str) -> Option<usize> {
        match self {
            Names::Listed(names) => names.iter().rposition(|other| *other == name),
            Names::Indexed(places) => places.get(name).copied(),
        }
    }
}

impl ArrayFacts {
    /// Intersects position by position; the rest of the shorter list of positions applies to the remaining positions of
    /// the longer one.
    fn intersect(&mut self, work: &Work, other: ArrayFacts) {
        let Some(key) = self.prefix.as_ref().or(other.prefix.as_ref()).map(|(key, _)| *key) else {
            merge_part(work, &mut self.items, other.items);
            return merge_part(work, &mut self.rest, other.rest);
        };
        let (mut positions, mut tail) = self.take_positions();
        let mut other = other;
        let (theirs, their_tail) = other.take_positions();
        let follows = |tail: &Option<(JsonId, Part)>| tail.as_ref().map_or(Part::new(), |(_, part)| part.clone());
        let (mine_after, theirs_after) = (follows(&tail), follows(&their_tail));
        for (at, position) in positions.iter_mut().enumerate() {
            narrow_by(work, position, theirs.get(at).unwrap_or(&theirs_after));
        }
        for mut part in theirs.into_iter().skip(positions.len()) {
            narrow_by(work, &mut part, &mine_after);
            positions.push(part);
        }
        merge_part(work, &mut tail, their_tail);
        *self = ArrayFacts { items: None, prefix: Some((key, positions)), rest: tail };
    }

    /// Removes and returns the positions, and the rest after them.
    fn take_positions(&mut self) -> (Vec<Part>, Option<(JsonId, Part)>) {
        match self.prefix.take() {
            Some((_, positions)) => (positions, self.rest.take()),
            None => (Vec::new(), self.items.take()),
        }
    }
}

fn merge_part(work: &Work, mine: &mut Option<(JsonId, Part)>, other: Option<(JsonId, Part)>) {
    match (mine, other) {
        (Some((_, part)), Some((_, more))) => narrow_by(work, part, &more),
        (mine @ None, other) => *mine = other,
        (Some(_), None) => {}
    }
}
