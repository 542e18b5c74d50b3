//! Values that annotations give: `default`, `example`, `examples`.

use super::{Fact, Model, Shape, Term, Values, outline::Outline};
use crate::{
    json::{JsonId, Kind, Tape, equal},
    order::Gather,
    schema::{Keyword, KeywordSet, Kinds},
};

/// The annotations that give values.
pub(crate) const GIVING: KeywordSet = KeywordSet::of(&[Keyword::Default, Keyword::Example, Keyword::Examples]);

impl Fact {
    /// The values that an annotation gives.
    pub(crate) fn given(&self, tape: &Tape<'_>) -> Vec<JsonId> {
        let value = self.key.value_of_key();
        match self.keyword {
            Keyword::Examples => tape.elements(value).gather(),
            keyword if GIVING.has(keyword) => vec![value],
            _ => Vec::new(),
        }
    }
}

impl Shape {
    /// Whether types, listed values and bounds leave a value.
    pub(crate) fn leaves(&self, tape: &Tape<'_>, value: JsonId) -> bool {
        let is_listed = |values: &Values| values.list.iter().any(|one| equal(tape, *one, value));
        let lists = |values: &Values| self.lists_in_text(tape) || is_listed(values);
        let null = self.or_null && tape.kind(value) == Kind::Null;
        let is_left = self.kinds.admits(Kinds::of(tape, value)) && self.values.as_ref().is_none_or(lists);
        null || (is_left && !self.is_out_of_bounds(tape, value))
    }

    /// The facts, by index, with values that their own schema allows and this conjunction does not, and the other values
    /// of each. What an author's schema excludes by itself is not among them.
    pub(crate) fn excluded_values(&self, model: &Model<'_, '_>) -> Vec<(usize, Vec<JsonId>)> {
        let tape = model.ast.tape();
        let mut found = Vec::new();
        for (at, fact) in self.facts.iter().enumerate() {
            let values = fact.given(tape);
            if values.iter().all(|value| self.leaves(tape, *value)) {
                continue;
            }
            let Some((own, _)) = self.entry_at(model, fact.key) else { continue };
            let alone = Outline::of(model, &[Term::Schema(own)]);
            let stays = |value: &JsonId| self.leaves(tape, *value) || alone.rejects(model, *value);
            let kept = values.iter().copied().filter(stays).gather();
            if kept.len() < values.len() {
                found.push((at, kept));
            }
        }
        found
    }
}
