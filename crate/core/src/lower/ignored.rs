//! Keywords that the target does not enforce: those that it rejects are dropped, those that it ignores are repeated in
//! the description.

use super::{Because, Cost, CostHook, Rule, Severity};
use super::{Found, Lower, states, with_hints};
use crate::{
    json::{Decimal, JsonId, Kind, Tape},
    order::Set,
    resolve::is_anchor_name,
    schema::{Entry, Keyword, KeywordSet, NodeKind, SchemaId, Value, ValueShape},
    shape::{Fact, Shape},
    targets::{ReferenceForm, Support},
};

impl Lower<'_, '_> {
    /// Drops the facts of keywords that the target rejects, or whose subschemas it could reject.
    pub(super) fn drop_refused(&mut self, shape: &mut Shape, rule: &'static Rule, of: KeywordSet, cost: CostHook) {
        for keyword in of.intersection(shape.keywords).iter() {
            for fact in shape.take_facts(keyword) {
                if self.stays(shape, &fact) {
                    shape.facts.push(fact);
                } else {
                    if self.target.takes(keyword) {
                        // Without it, its siblings may be read as properties written without `properties` around them.
                        self.request_relowering();
                    }
                    self.drop_fact(shape, &fact, (rule, cost), refused_within);
                }
            }
        }
    }

    /// Logs the cost of dropping a fact, and adds its words to the hints. `taken` is the reason for a keyword that the
    /// target has a field for.
    fn drop_fact(&mut self, shape: &mut Shape, fact: &Fact, (rule, cost): (&'static Rule, CostHook), taken: Because) {
        let vacuous = shape.excludes_nothing(self.model.ast.tape(), fact);
        let Cost { accepts_more: more, words, because } = if vacuous { Cost::NONE } else { cost(self, shape, fact) };
        let unknown: Because = |found| found.unknown();
        let is_taken = self.target.takes(fact.keyword);
        let message = because.unwrap_or(if is_taken { taken } else { unknown });
        let edit = self.log(rule, fact.key).message(message).fix("removed").described(words.as_deref());
        let edit = if is_taken || because.is_some() { edit } else { edit.rejected() };
        match more {
            Some(more) => drop(edit.accepts_more(more)),
            None => edit.annotation(),
        }
        if let Some(words) = words {
            shape.hint(words);
        }
    }

    /// Drops the facts that `unsaid` selects, even if the target takes them, for rules that encode a node as something
    /// to which they do not apply.
    pub(crate) fn drop_facts(&mut self, shape: &mut Shape, unsaid: &dyn Fn(Keyword) -> bool) {
        for fact in shape.take_facts_if(&mut |fact| unsaid(fact.keyword)) {
            match self.handlers.cost(fact.keyword) {
                Some(known) => self.drop_fact(shape, &fact, known, changed_around),
                None => shape.facts.push(fact),
            }
        }
    }

    /// What a description states about a fact that the output does not have.
    pub(crate) fn words_for(&self, shape: &Shape, fact: &Fact) -> Option<String> {
        let (_, cost) = self.handlers.cost(fact.keyword)?;
        cost(self, shape, fact).words
    }

    /// Adds hints for the facts that the target accepts and does not enforce, unless the description contains all of
    /// them.
    pub(super) fn hint_ignored(&mut self, shape: &mut Shape) {
        if !self.options.hints {
            return;
        }
        let mut told = Vec::new();
        for fact in &shape.facts {
            let Some((rule, cost)) = self.handlers.cost(fact.keyword) else { continue };
            if !self.ignores(shape, fact) || shape.excludes_nothing(self.model.ast.tape(), fact) {
                continue;
            }
            if let Cost { accepts_more: Some(more), words: Some(words), .. } = cost(self, shape, fact) {
                told.push((rule, fact.key, more, words));
            }
        }
        if told.is_empty() {
            return;
        }
        let text = shape.fact(Keyword::Description).map(|fact| self.fact_string(fact)).unwrap_or_default();
        let words: Vec<String> = told.iter().map(|(.., words)| words.clone()).collect();
        if words.iter().all(|words| states(&text, words)) {
            return;
        }
        let has_room = with_hints(&text, &words).is_some();
        for (rule, key, more, words) in told {
            let edit = self.log(rule, key).message(|found| found.not_enforced());
            let edit = if has_room { edit.described(Some(&words)) } else { edit.fix(NO_ROOM) };
            edit.accepts_more(more).severity(Severity::Warning);
            if has_room {
                shape.hint(words);
            } else {
                self.log.discount();
            }
        }
    }

    fn ignores(&self, shape: &Shape, fact: &Fact) -> bool {
        match self.target.support(fact.keyword) {
            Support::Ignored => true,
            Support::Held if fact.keyword == Keyword::Format => {
                !self.target.complete_nodes && !self.target.holds_format(shape.kinds, &self.fact_string(fact))
            }
            Support::Held | Support::Refused => false,
        }
    }

    /// The number of names in a schema's list of types.
    fn names_of_types(&self, schema: SchemaId) -> usize {
        let list = self.model.ast.entry(schema, Keyword::Type).map(Entry::json);
        list.map_or(0, |list| self.model.ast.tape().elements(list).count())
    }

    /// Whether a keyword's value is complete: no list of schemas is empty, `items` is a single schema, no property has
    /// an empty name, and no name is required twice.
    fn is_filled(&self, entry: &Entry) -> bool {
        let links = self.model.ast.links(entry.value);
        let is_list = matches!(entry.value, Value::Links(..));
        match entry.keyword {
            Keyword::AnyOf | Keyword::OneOf | Keyword::AllOf | Keyword::PrefixItems => !is_list || !links.is_empty(),
            Keyword::Items => !is_list,
            Keyword::Properties => !links.iter().any(|link| self.model.ast.name(link.key).is_empty()),
            Keyword::Required => {
                let mut seen = Set::new();
                self.model.ast.tape().elements(entry.json()).all(|name| seen.insert(self.model.ast.name(name)))
            }
            _ => true,
        }
    }

    /// Whether an anchor has a malformed name, or could occur twice because schemas are copied.
    fn is_refused_anchor(&self, entry: &Entry) -> bool {
        entry.keyword == Keyword::Anchor
            && (self.model.references.any() || !is_anchor_name(self.model.ast.tape(), entry.json()))
    }

    /// Whether the value of a counting keyword, such as `minItems`, is not a whole number.
    fn is_no_count(&self, entry: &Entry) -> bool {
        let counts = entry.keyword.info().is_some_and(|info| info.shape == ValueShape::Count);
        let number = Decimal::parse(self.model.ast.tape().slice(entry.json()));
        counts && number.is_none_or(|number| !number.is_integer())
    }

    /// Whether a fact is output as it is written: the target takes its keyword, and could not reject its value.
    pub(crate) fn stays(&self, shape: &Shape, fact: &Fact) -> bool {
        self.target.takes(fact.keyword) && !self.is_risky(shape, fact)
    }

    /// The same for the fact with this key.
    pub(crate) fn stays_at(&self, shape: &Shape, key: JsonId) -> bool {
        shape.facts.iter().any(|fact| fact.key == key && self.stays(shape, fact))
    }

    /// Whether an ignored keyword has to be dropped: the target could reject its value, or it belongs to an `if` that
    /// does not stay as a whole.
    fn is_risky(&self, shape: &Shape, fact: &Fact) -> bool {
        if self.target.support(fact.keyword) != Support::Ignored {
            return false;
        }
        let Some((schema, entry)) = self.entry_of(shape, fact) else { return false };
        if self.has_refused_value(entry) {
            return true;
        }
        // Without its own leader, a keyword would have no effect, or belong to the one that stays.
        if let Some(leader) = leader(fact.keyword) {
            let own = self.model.ast.entry(schema, leader).map(|own| own.key);
            return shape.fact(leader).map(|staying| staying.key) != own;
        }
        match fact.keyword {
            // An `if` stays only together with its consequences.
            Keyword::If => shape.facts.iter().any(|other| {
                matches!(other.keyword, Keyword::Then | Keyword::Else)
                    && self
                        .entry_of(shape, other)
                        .is_some_and(|(holder, entry)| holder == schema && self.has_refused_value(entry))
            }),
            _ => false,
        }
    }

    /// The schema that a fact was read from, and the entry there.
    fn entry_of(&self, shape: &Shape, fact: &Fact) -> Option<(SchemaId, &Entry)> {
        let is_it = |entry: &&Entry| entry.key == fact.key;
        shape.read_from.iter().find_map(|schema| {
            let entries = self.model.ast.entries(*schema);
            // Entries are sorted by key, except for misplaced ones.
            let at = entries.partition_point(|entry| entry.key < fact.key);
            Some((*schema, entries.get(at).filter(is_it).or_else(|| entries.iter().find(is_it))?))
        })
    }

    /// Whether the target could reject the value of an ignored keyword all the same: because of references, whose
    /// definitions move, boolean or malformed schemas, keywords that it does not take, duplicate names, or too deep
    /// nesting.
    fn has_refused_value(&self, entry: &Entry) -> bool {
        let single = if let Value::Schema(schema) = entry.value { Some(schema) } else { None };
        let links = self.model.ast.links(entry.value).iter().filter_map(|link| link.schema);
        let tape = self.model.ast.tape();
        is_of_later_draft(tape, entry)
            || (entry.value == Value::Data && has_doubled_names(tape, entry.json()))
            || !links.chain(single).all(|schema| self.leaves_as_written(schema))
    }

    /// Whether a schema below an ignored keyword may be output as it is written.
    pub(crate) fn leaves_as_written(&self, schema: SchemaId) -> bool {
        let mut open = vec![(schema, self.depth + 1)];
        while let Some((schema, depth)) = open.pop() {
            if depth >= self.target.max_depth {
                return false;
            }
            let referring =
                self.model.references.get(schema).is_some() && self.target.references != ReferenceForm::Refused;
            let spelled = match self.model.ast.entry(schema, Keyword::Type).map(|entry| entry.value) {
                Some(Value::Types(types)) => {
                    let once = !types.list || types.kinds.count() as usize == self.names_of_types(schema);
                    !types.unknown && once && self.case.is_none_or(|case| types.case == case)
                }
                other => other.is_none(),
            };
            let known = |entry: &Entry| {
                let taken = self.target.takes(entry.keyword) && !self.is_no_count(entry);
                let later = is_of_later_draft(self.model.ast.tape(), entry);
                entry.value != Value::Malformed
                    && !entry.loose
                    && !entry.shadowed
                    && !later
                    && taken
                    && self.is_filled(entry)
                    && !self.is_refused_anchor(entry)
            };
            let taken = self.model.ast.entries(schema).iter().all(known);
            if referring || !spelled || !taken || self.model.ast.kind(schema) != NodeKind::Object {
                return false;
            }
            open.extend(self.model.ast.children(schema).into_iter().map(|child| (child, depth + 1)));
        }
        true
    }
}

/// Whether the document's draft does not define a keyword, which the target may read all the same.
fn is_of_later_draft(tape: &Tape<'_>, entry: &Entry) -> bool {
    entry.keyword == Keyword::Unknown && Keyword::from_name(&tape.key(entry.key)) != Keyword::Unknown
}

const NO_ROOM: &str = "unchanged; the description ends in long parentheses, which have no room for more";

/// The keyword without which this one has no effect.
fn leader(keyword: Keyword) -> Option<Keyword> {
    match keyword {
        Keyword::Then | Keyword::Else => Some(Keyword::If),
        Keyword::MinContains | Keyword::MaxContains => Some(Keyword::Contains),
        _ => None,
    }
}

/// The message for an ignored keyword whose value the target could reject all the same, or that led by such a keyword.
fn refused_within(found: Found<'_>) -> String {
    if let Some(leader) = found.keyword().and_then(leader) {
        return format!("{found} has no effect without `{}`, which is not in the output", leader.name());
    }
    format!("{found} is not enforced by {}, which may reject its value", found.reader())
}

/// The message for a keyword that would mean something else in what a rule turns the node into.
fn changed_around(found: Found<'_>) -> String {
    format!("{found} would have another meaning in the output, where it has other sibling keywords")
}

/// Whether an object anywhere in a value has a duplicate name.
fn has_doubled_names(tape: &Tape<'_>, value: JsonId) -> bool {
    if !matches!(tape.kind(value), Kind::Array | Kind::Object) {
        return false;
    }
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        let mut seen = Set::new();
        for key in tape.members(value) {
            if !seen.insert(tape.key(key).into_owned()) {
                return true;
            }
            open.push(key.value_of_key());
        }
        open.extend(tape.elements(value));
    }
    false
}
