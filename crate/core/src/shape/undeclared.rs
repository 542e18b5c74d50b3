//! What undeclared members of an object may be: by patterns of their names, and otherwise.

use super::{Fact, Model, Part, Shape};
use crate::{
    json::{JsonId, equal},
    order::{Gather, Map},
    schema::{Entry, Keyword, SchemaId, Value},
};

impl Shape {
    /// The schema of each pattern of a `patternProperties`: of duplicate patterns, the last counts.
    pub(crate) fn schemas_of_patterns(&self, model: &Model<'_, '_>, fact: &Fact) -> Map<String, SchemaId> {
        let links = self.entry_at(model, fact.key).map_or(&[][..], |(_, value)| model.ast.links(value));
        links.iter().filter_map(|link| Some((model.ast.name(link.key), link.schema?))).collect()
    }

    /// The schemas of `propertyNames`, each with the keyword's key.
    pub(crate) fn schemas_of_names(&self, model: &Model<'_, '_>) -> Vec<(JsonId, SchemaId)> {
        let facts = self.facts.iter().filter(|fact| fact.keyword == Keyword::PropertyNames);
        let schemas = facts.filter_map(|fact| match self.entry_at(model, fact.key)? {
            (_, Value::Schema(names)) => Some((fact.key, names)),
            _ => None,
        });
        schemas.gather()
    }

    /// What the values of members may be that `patternProperties` describes; `None` if it has no patterns.
    pub(crate) fn pattern_part(&self, model: &Model<'_, '_>, fact: &Fact) -> Option<Part> {
        let mut schemas: Vec<SchemaId> = self.schemas_of_patterns(model, fact).values().copied().gather();
        let json = |schema: &SchemaId| model.ast.json(*schema);
        let first = *schemas.first()?;
        if schemas.iter().all(|other| equal(model.ast.tape(), json(&first), json(other))) {
            schemas.truncate(1);
        }
        Some(Shape::either(fact.key, schemas.into_iter().map(Part::from).gather()))
    }

    /// Whether the patterns of a `patternProperties` allow undeclared members: a schema that forbids them exempts its own
    /// patterns only.
    pub(crate) fn patterns_allow(&self, model: &Model<'_, '_>, fact: &Fact) -> bool {
        let closes = |entry: &Entry| {
            let mut closings = self.object.additional.iter().filter(|additional| additional.part.is_none());
            closings.any(|closing| closing.key == entry.key)
        };
        let is_exempt = |(holder, _): (SchemaId, Value)| model.ast.entries(holder).iter().any(closes);
        !self.object.is_closed()
            || !self.object.allows_only_declared() && self.entry_at(model, fact.key).is_some_and(is_exempt)
    }

    /// What undeclared members may be: the key that states it, and the part for their values; `None` if they are
    /// forbidden, or nothing is stated.
    pub(crate) fn undeclared(&self, model: &Model<'_, '_>) -> Option<(JsonId, Part)> {
        // Each schema of a conjunction may have patterns.
        let facts = self.facts.iter().filter(|fact| fact.keyword == Keyword::PatternProperties);
        let facts = facts.filter(|fact| self.patterns_allow(model, fact));
        let (keys, parts): (Vec<JsonId>, Vec<Part>) =
            facts.filter_map(|fact| Some((fact.key, self.pattern_part(model, fact)?))).unzip();
        let patterned = keys.first().map(|key| (*key, Shape::either(*key, parts)));
        let mut part = Part::new();
        for additional in &self.object.additional {
            match &additional.part {
                Some(more) => part.extend(more.iter().cloned()),
                None => return patterned,
            }
        }
        let key = self.object.additional.first().map(|additional| additional.key);
        match (patterned, key) {
            (Some((key, one)), Some(_)) => Some((key, Shape::either(key, vec![one, part]))),
            (Some(patterned), None) => Some(patterned),
            (None, Some(key)) => Some((key, part)),
            (None, None) => None,
        }
    }
}
