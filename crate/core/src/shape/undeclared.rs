//! What undeclared members of an object may be: by patterns of their names, and otherwise.

use super::{Fact, Model, Part, Shape, left::allows_nothing};
use crate::{
    json::{JsonId, equal},
    order::{Gather, Map},
    schema::{Entry, Keyword, SchemaId, Value},
};

/// The patterns of a `patternProperties`, in the order of the source.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    /// Those that describe members, each with their schema.
    pub(crate) describing: Map<String, SchemaId>,
    /// Those whose schema allows no value: no member may have such a name.
    pub(crate) forbidding: Vec<String>,
}

impl Shape {
    /// The patterns of a `patternProperties`: of duplicate patterns, the last counts.
    pub(crate) fn patterns(&self, model: &Model<'_, '_>, fact: &Fact) -> Patterns {
        let links = self.entry_at(model, fact.key).map_or(&[][..], |(_, value)| model.ast.links(value));
        let mut patterns = Patterns::default();
        let schemas: Map<String, SchemaId> =
            links.iter().filter_map(|link| Some((model.ast.name(link.key), link.schema?))).collect();
        let is_empty = |schema| model.ast.is_false(schema) || allows_nothing(model, &Part::from(schema));
        for pattern in schemas.keys_in_insertion_order() {
            match schemas.get(pattern) {
                Some(schema) if !is_empty(*schema) => {
                    patterns.describing.insert(pattern.clone(), *schema);
                }
                _ => patterns.forbidding.push(pattern.clone()),
            }
        }
        patterns
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

    /// What the values of members may be that `patternProperties` describes; `None` if it describes none.
    pub(crate) fn pattern_part(&self, model: &Model<'_, '_>, fact: &Fact) -> Option<Part> {
        let mut schemas: Vec<SchemaId> = self.patterns(model, fact).describing.values().copied().gather();
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
