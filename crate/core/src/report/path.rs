//! The path from the root of a schema to a place in it, with the meaning of each step.

use crate::{
    json::{JsonId, Kind, Step, Tape, character_start},
    schema::{Holds, Keyword},
};

/// Bytes of a name, or of several joined, beyond which a subject is truncated.
const MAX_SUBJECT: usize = 500;

/// What a step means.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sense {
    /// To the value of a keyword.
    Keyword(Keyword),
    /// To the schema of a name: of a property, a definition, a pattern.
    Name,
    /// To one of several schemas.
    Alternative(u32),
    /// Into a value that is not a schema: an element of `enum`, of `required`, of a default.
    Element(Option<u32>),
}

/// The steps to a place, from the root of its schema.
pub(super) struct Path<'t> {
    pub(super) tape: &'t Tape<'t>,
    pub(super) root: JsonId,
    pub(super) steps: Vec<(Sense, Step)>,
    /// The place: the key or the value of a member, or an element.
    place: JsonId,
}

impl<'t> Path<'t> {
    /// The path from `root` along `steps` to `place`.
    pub(super) fn new(tape: &'t Tape<'t>, root: JsonId, steps: &[Step], place: JsonId) -> Path<'t> {
        let mut at = Holds::Schema;
        let last = steps.len();
        let marked = steps.iter().enumerate().map(|(index, step)| {
            let mark;
            (mark, at) = match (at, *step) {
                (Holds::Schema, Step::Member(key)) => {
                    let keyword = Keyword::from_name(&tape.key(key));
                    let within = index + 1 < last || !tape.is_key(place);
                    if within && tape.kind(key.value_of_key()) == Kind::Object && !keyword.holds_an_object() {
                        // A misplaced property, or a schema that a reference leads to.
                        (Sense::Name, Holds::Schema)
                    } else {
                        (Sense::Keyword(keyword), keyword.holds())
                    }
                }
                (Holds::Members, Step::Member(_)) => (Sense::Name, Holds::Schema),
                // `items` may be a schema or a list of them; `properties`, a list of named schemas.
                (Holds::List | Holds::Schema | Holds::Members, Step::Index(index)) => {
                    (Sense::Alternative(index), Holds::Schema)
                }
                (_, Step::Index(index)) => (Sense::Element(Some(index)), Holds::Nothing),
                (_, Step::Member(_)) => (Sense::Element(None), Holds::Nothing),
            };
            (mark, *step)
        });
        Path { tape, root, steps: marked.collect(), place }
    }

    /// The keyword whose value the place is.
    pub(super) fn keyword(&self) -> Option<Keyword> {
        match self.steps.last()? {
            (Sense::Keyword(keyword), _) => Some(*keyword),
            _ => None,
        }
    }

    /// The value at the place.
    pub(super) fn value(&self) -> JsonId {
        if self.tape.is_key(self.place) { self.place.value_of_key() } else { self.place }
    }

    /// The schema whose keyword the place is, or is in.
    pub(super) fn schema(&self) -> Option<JsonId> {
        let at = self.steps.iter().rposition(|(sense, _)| matches!(sense, Sense::Keyword(_)))?;
        self.steps[..at].iter().try_fold(self.root, |json, (_, step)| match step {
            Step::Member(key) => Some(key.value_of_key()),
            Step::Index(index) => self.tape.elements(json).nth(*index as usize),
        })
    }

    /// The index of the element of a value that the place is, if it is one.
    pub(super) fn element(&self) -> Option<u32> {
        match self.steps.last()? {
            (Sense::Element(index), _) => *index,
            _ => None,
        }
    }

    /// Whether the place is a member of a value that is not a schema, such as of a listed object.
    pub(super) fn is_within_object(&self) -> bool {
        matches!(self.steps.last(), Some((Sense::Element(None), _)))
    }

    /// Whether the place is a part of a value that is not a schema.
    pub(super) fn is_within_value(&self) -> bool {
        matches!(self.steps.last(), Some((Sense::Element(_), _)))
    }

    /// The property at the place, as names joined by dots (`filter.tags[]`); empty for the whole schema. A long one
    /// ends in an ellipsis.
    pub(super) fn subject(&self) -> String {
        let mut text = String::new();
        let last = self.steps.len();
        for (at, (mark, step)) in self.steps.iter().enumerate() {
            if text.len() > MAX_SUBJECT {
                text.push('…');
                break;
            }
            let within = at + 1 < last || !self.tape.is_key(self.place);
            match (mark, step) {
                (Sense::Name, Step::Member(key)) => push(&mut text, &self.tape.key(*key)),
                (Sense::Keyword(Keyword::Items | Keyword::PrefixItems), _) if within && !self.is_position(at + 1) => {
                    text.push_str("[]");
                }
                (Sense::Keyword(Keyword::AdditionalProperties), _) if within => push(&mut text, "*"),
                // A listed object is about the members that it has.
                (Sense::Element(None), Step::Member(key)) if self.is_listed(at) => {
                    push(&mut text, &self.tape.key(*key));
                }
                (Sense::Alternative(index), _) if self.is_position(at) => text.extend(["[", &index.to_string(), "]"]),
                _ => {}
            }
        }
        text
    }

    /// Whether a step is within a listed value.
    fn is_listed(&self, at: usize) -> bool {
        let keyword = self.steps[..at].iter().rev().find_map(|(sense, _)| match sense {
            Sense::Keyword(keyword) => Some(*keyword),
            _ => None,
        });
        matches!(keyword, Some(Keyword::Enum | Keyword::Const))
    }

    /// Whether a step leads to an element of a tuple.
    fn is_position(&self, at: usize) -> bool {
        let is_element = matches!(self.steps.get(at), Some((Sense::Alternative(_), _)));
        let list = at.checked_sub(1).map(|before| self.steps[before].0);
        is_element && matches!(list, Some(Sense::Keyword(Keyword::PrefixItems | Keyword::Items)))
    }

    /// The key of the step before `at`, if that leads to a member.
    pub(super) fn before(&self, at: usize) -> Option<JsonId> {
        match self.steps.get(at.checked_sub(1)?)?.1 {
            Step::Member(key) => Some(key),
            Step::Index(_) => None,
        }
    }
}

fn push(text: &mut String, name: &str) {
    if !text.is_empty() {
        text.push('.');
    }
    let end = character_start(name, MAX_SUBJECT);
    text.push_str(&name[..end]);
    if end < name.len() {
        text.push('…');
    }
}
