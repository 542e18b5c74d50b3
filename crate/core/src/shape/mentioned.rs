//! The members that schemas mention, at any depth of conditions and alternatives.

use super::{Model, Part, Shape};
use crate::{
    json::{JsonId, Kind},
    order::{Gather, Map, Set},
    resolve::Resolution,
    schema::{Entry, Keyword, Says, SchemaId, Value},
};

/// A member that schemas mention.
pub(crate) struct Mentioned {
    /// Its name.
    pub(crate) name: String,
    /// Where it is first named.
    pub(crate) key: JsonId,
    /// The schemas that describe its value; none from a schema that only names it.
    pub(crate) parts: Vec<Part>,
}

impl Mentioned {
    /// What its value may be: what any of these schemas allows, or anything if there are none.
    pub(crate) fn into_part(self) -> Part {
        if self.parts.is_empty() { Shape::any(self.key).into() } else { Shape::either(self.key, self.parts) }
    }
}

/// A schema that is searched for the members that it mentions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ask {
    /// What it states about a member describes the member.
    Describes(SchemaId),
    /// A condition: it tests a member, and does not describe it.
    Tests(SchemaId),
}

/// Most schemas that are visited.
const MAX_READ: usize = 256;

/// The members that schemas declare, require or depend on, directly or through references, `allOf`, alternatives,
/// conditions, dependencies and listed objects.
pub(crate) fn mentioned(model: &Model<'_, '_>, asked: &[Ask]) -> Vec<Mentioned> {
    let mut search = Search::new(model);
    search.waiting = asked.iter().rev().copied().gather();
    search.run()
}

/// The members that the value of a keyword for dependencies names or describes.
pub(crate) fn depended_on(model: &Model<'_, '_>, key: JsonId, value: Value) -> Vec<Mentioned> {
    let mut search = Search::new(model);
    search.look_at_dependencies(key.value_of_key(), value);
    search.run()
}

struct Search<'c, 'a, 'd> {
    model: &'c Model<'a, 'd>,
    found: Vec<Mentioned>,
    places: Map<String, usize>,
    seen: Set<SchemaId>,
    waiting: Vec<Ask>,
    /// Whether the schema at hand is a condition.
    tests: bool,
}

impl<'c, 'a, 'd> Search<'c, 'a, 'd> {
    fn new(model: &'c Model<'a, 'd>) -> Self {
        Search { model, found: Vec::new(), places: Map::new(), seen: Set::new(), waiting: Vec::new(), tests: false }
    }

    fn run(mut self) -> Vec<Mentioned> {
        while let Some(ask) = self.waiting.pop() {
            let (Ask::Describes(schema) | Ask::Tests(schema)) = ask;
            if self.seen.len() < MAX_READ && self.seen.insert(schema) {
                self.tests = matches!(ask, Ask::Tests(_));
                self.look(schema);
            }
        }
        self.found
    }

    fn look(&mut self, schema: SchemaId) {
        let (ast, tape) = (self.model.ast, self.model.ast.tape());
        if let Some(Resolution::Schema(target)) = self.model.references.get(schema) {
            self.wait_for([target]);
        }
        for entry in ast.entries(schema).iter().filter(|entry| !entry.shadowed) {
            match ast.says(schema, entry) {
                Says::Properties(links) => {
                    for link in links {
                        self.add(ast.name(link.key), link.key, link.schema);
                    }
                }
                Says::Field(schema) => self.add(ast.name(entry.key), entry.key, Some(schema)),
                Says::Required(list) => self.add_names(list),
                Says::All(links) | Says::Any(links) => self.wait_for(links.iter().filter_map(|link| link.schema)),
                Says::Const(value) => self.add_members(value),
                Says::Enum(list) => tape.elements(list).for_each(|value| self.add_members(value)),
                Says::Other => self.look_at_condition(entry),
                _ => {}
            }
        }
    }

    fn look_at_condition(&mut self, entry: &Entry) {
        match (entry.keyword, entry.value) {
            (Keyword::DependentRequired | Keyword::DependentSchemas | Keyword::Dependencies, _) => {
                self.look_at_dependencies(entry.json(), entry.value);
            }
            (Keyword::If, Value::Schema(condition)) => self.waiting.push(Ask::Tests(condition)),
            (Keyword::Then | Keyword::Else, Value::Schema(schema)) => self.wait_for([schema]),
            _ => {}
        }
    }

    fn look_at_dependencies(&mut self, map: JsonId, value: Value) {
        let (ast, tape) = (self.model.ast, self.model.ast.tape());
        for key in tape.members(map) {
            self.add(ast.name(key), key, None);
            self.add_names(key.value_of_key());
        }
        self.wait_for(ast.schemas(value));
    }

    fn wait_for(&mut self, schemas: impl IntoIterator<Item = SchemaId, IntoIter: DoubleEndedIterator>) {
        let ask = if self.tests { Ask::Tests } else { Ask::Describes };
        self.waiting.extend(schemas.into_iter().rev().map(ask));
    }

    /// Adds the names in a list; nothing for other JSON.
    fn add_names(&mut self, list: JsonId) {
        let tape = self.model.ast.tape();
        for name in tape.elements(list).filter(|name| tape.kind(*name) == Kind::String) {
            self.add(self.model.ast.name(name), name, None);
        }
    }

    /// Adds the members of a listed object; nothing for other JSON.
    fn add_members(&mut self, value: JsonId) {
        for key in self.model.ast.tape().members(value) {
            self.add(self.model.ast.name(key), key, None);
        }
    }

    fn add(&mut self, name: String, key: JsonId, schema: Option<SchemaId>) {
        let next = self.found.len();
        let at = *self.places.or_insert_with(name.clone(), || next);
        if at == next {
            self.found.push(Mentioned { name, key, parts: Vec::new() });
        }
        self.found[at].parts.extend(schema.filter(|_| !self.tests).map(Part::from));
    }
}
