//! Single values and member names, compared with an outline.

use super::{Model, Part, outline::Outline, range::Range};
use crate::{
    json::{Decimal, JsonId, Kind, Tape, equal},
    order::{Map, Set},
    schema::Kinds,
};

/// The values that a conjunction lists for a member; `None` where it lists none.
pub(crate) fn listed_for(model: &Model<'_, '_>, part: &Part, member: &str) -> Option<Vec<JsonId>> {
    let outline = Outline::of(model, part);
    Outline::of(model, outline.properties.get(member)?).values
}

/// Whether nothing that a conjunction states of a value, or of the members of an object, rules it out.
pub(crate) fn suits(model: &Model<'_, '_>, part: &Part, value: JsonId) -> bool {
    let (outline, tape) = (Outline::of(model, part), model.ast.tape());
    let members: Map<String, JsonId> =
        tape.members(value).map(|key| (model.ast.name(key), key.value_of_key())).collect();
    let has = |name: &String| members.contains_key(name);
    let is_ruled_out = |(name, part): (&String, &Part)| {
        members.get(name).is_some_and(|value| Outline::of(model, part).rejects(model, *value))
    };
    let members_fit = outline.required.iter().all(has)
        && !outline.properties.iter().any(is_ruled_out)
        && !members.keys().any(|name| outline.forbids(name));
    !outline.rejects(model, value) && (tape.kind(value) != Kind::Object || members_fit)
}

impl Outline {
    /// Whether a value is proven not to satisfy the outline.
    pub(super) fn rejects(&self, model: &Model<'_, '_>, value: JsonId) -> bool {
        let tape = model.ast.tape();
        let unlisted = self.values.as_ref().is_some_and(|values| !values.iter().any(|mine| equal(tape, *mine, value)));
        let null = tape.kind(value) == Kind::Null && self.nullable;
        (unlisted && !null) || self.rejects_listed(model, value)
    }

    /// The same for a value that it lists.
    pub(super) fn rejects_listed(&self, model: &Model<'_, '_>, value: JsonId) -> bool {
        !self.kinds.admits(Kinds::of(model.ast.tape(), value)) || self.measures(model, value) == Some(false)
    }

    /// Whether a value's number, length or count is in the outline's range; `None` for types without a range.
    pub(super) fn measures(&self, model: &Model<'_, '_>, value: JsonId) -> Option<bool> {
        measure(&self.ranges, model.ast.tape(), value)
    }

    /// Whether the outline forbids a member of that name.
    pub(super) fn forbids(&self, name: &str) -> bool {
        self.additional
            .iter()
            .any(|closing| closing.part.is_none() && !closing.patterns && !closing.names.contains(name))
    }
}

/// Whether a value's number, length or count is in the range of its type; `None` for types without a range.
pub(super) fn measure(ranges: &[Range; 4], tape: &Tape<'_>, value: JsonId) -> Option<bool> {
    let count = |count: usize| Decimal::parse(&format!("{count}"));
    let (at, size) = match tape.kind(value) {
        Kind::Number => (0, Decimal::parse(tape.slice(value))),
        Kind::String => (1, count(tape.string(value)?.chars().count())),
        Kind::Array => (2, count(tape.elements(value).count())),
        Kind::Object => (3, count(tape.members(value).map(|key| tape.key(key).into_owned()).collect::<Set<_>>().len())),
        _ => return None,
    };
    size.map(|size| ranges[at].has(&size))
}
