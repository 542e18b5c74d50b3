//! Keywords that the model does not represent, kept verbatim.

use super::{
    Model,
    data::{Fact, Shape},
};
use crate::{
    json::{JsonId, Tape},
    order::Gather,
    schema::{Keyword, SchemaId, Value},
};

impl Fact {
    /// A keyword as the source has it.
    #[must_use]
    pub fn written(keyword: Keyword, key: JsonId) -> Fact {
        Fact { keyword, key, text: None, whole: false }
    }

    /// A keyword with another value than the source's.
    #[must_use]
    pub fn of(keyword: Keyword, key: JsonId, text: String) -> Fact {
        Fact { text: Some(text), ..Fact::written(keyword, key) }
    }

    /// A whole schema that is not read.
    #[must_use]
    pub fn whole(schema: JsonId) -> Fact {
        Fact { whole: true, ..Fact::of(Keyword::Unknown, schema, String::new()) }
    }

    /// Its value as JSON text; a number in quotes without the quotes.
    #[must_use]
    pub fn lexeme<'f>(&'f self, tape: &'f Tape<'_>) -> &'f str {
        self.text.as_deref().unwrap_or_else(|| self.keyword.without_quotes(tape.slice(self.key.value_of_key())))
    }

    /// Whether it is a description or a title.
    pub(crate) fn is_words(&self) -> bool {
        matches!(self.keyword, Keyword::Description | Keyword::Title)
    }
}

impl Shape {
    /// The schema that is output in place of the whole shape, if it was not read.
    pub(crate) fn verbatim(&self) -> Option<JsonId> {
        self.facts.iter().find(|fact| fact.whole).map(|fact| fact.key)
    }

    /// The description, or else the title.
    #[must_use]
    pub fn words(&self) -> Option<&Fact> {
        self.fact(Keyword::Description).or_else(|| self.fact(Keyword::Title))
    }

    /// The first fact of a keyword.
    #[must_use]
    #[inline(never)]
    pub fn fact(&self, keyword: Keyword) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.keyword == keyword)
    }

    /// Removes and returns all facts of a keyword.
    pub fn take_facts(&mut self, keyword: Keyword) -> Vec<Fact> {
        self.take_facts_if(&mut |fact| fact.keyword == keyword)
    }

    /// Keeps only the facts for which `holds` is true.
    pub(crate) fn keep_facts(&mut self, holds: &dyn Fn(&Fact) -> bool) {
        self.facts.retain(|fact| holds(fact));
    }

    /// Removes and returns the facts for which `holds` is true.
    pub fn take_facts_if(&mut self, holds: &mut dyn FnMut(&Fact) -> bool) -> Vec<Fact> {
        self.facts.extract_if(.., |fact| holds(fact)).gather()
    }

    /// Adds a text for the description, unless it is there already.
    pub fn hint(&mut self, words: impl Into<String>) {
        self.hint_all([words.into()]);
    }

    /// Adds such texts, without duplicates.
    pub(crate) fn hint_all(&mut self, hints: impl IntoIterator<Item = String>) {
        self.hints.extend(hints.into_iter().filter(|words| !words.is_empty()));
    }
}

/// Whether a keyword constrains nothing by itself.
pub(crate) fn constrains_nothing(keyword: Keyword) -> bool {
    keyword.is_annotation()
        || matches!(
            keyword,
            Keyword::Nullable
                | Keyword::SchemaUri
                | Keyword::Id
                | Keyword::IdDraft4
                | Keyword::Anchor
                | Keyword::DynamicAnchor
                | Keyword::RecursiveAnchor
                | Keyword::Vocabulary
                | Keyword::Defs
                | Keyword::Definitions
        )
}

impl Shape {
    /// The schema that has the keyword at `key`, among those read into the shape, and the keyword's value.
    pub(crate) fn entry_at(&self, model: &Model<'_, '_>, key: JsonId) -> Option<(SchemaId, Value)> {
        self.read_from.iter().find_map(|schema| {
            let entry = model.ast.entries(*schema).iter().find(|entry| entry.key == key)?;
            Some((*schema, entry.value))
        })
    }
}
