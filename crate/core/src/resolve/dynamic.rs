//! `$dynamicRef` and `$recursiveRef`: which of several places of one name is meant depends on the way
//! that led there (JSON Schema 2020-12 core §8.2.3.2, 2019-09 core §8.2.4.2).
//!
//! The outermost resource on the way that has the name decides. Within one document that is known
//! where every way from the root enters the same one first; elsewhere the nearest place is taken, and
//! the reference counts as undecided.

use super::{Index, References, Resolution};
use crate::{
    json::{JsonId, Kind},
    order::{Map, Set},
    schema::{Ast, Keyword, SchemaId},
};

/// The name of a place that `$recursiveAnchor: true` marks: no anchor can be called so.
const RECURSIVE: &str = "#";

/// Most steps of one walk through the ways of a document.
const MAX_STEPS: usize = 200_000;

/// Names that can be met on the way, and the resources that have them.
type Places = Map<String, Map<JsonId, SchemaId>>;

/// Solves again what depends on the way. All other references are solved already.
pub(super) fn solve(ast: &Ast<'_>, index: &Index, references: &mut References) {
    let places = places(ast, index);
    let dynamic: Map<SchemaId, String> =
        ast.ids().filter_map(|id| Some((id, name(ast, references, index, &places, id)?))).collect();
    let names: Set<&String> = dynamic.values().collect();
    for name in names.iter().copied() {
        let Some(resources) = places.get(name) else { continue };
        let here = dynamic.iter().filter(|(_, other)| *other == name).map(|(id, _)| *id);
        if let (Some(only), 1) = (resources.values().next(), resources.len()) {
            references.targets.extend(here.map(|id| (id, Resolution::Schema(*only))));
            continue;
        }
        let ways = Ways { ast, index, references, places: &places, resources, dynamic: &dynamic, name };
        let outermost = ways.walk();
        for id in here {
            match outermost.as_ref().and_then(|outermost| outermost.get(&id)) {
                // What no way leads to stays as it is.
                None if outermost.is_some() => {}
                Some(first) if first.len() == 1 => {
                    let first = first.iter().next().and_then(|resource| resources.get(resource));
                    references.targets.extend(first.map(|target| (id, Resolution::Schema(*target))));
                }
                _ => {
                    references.undecided.insert(id);
                }
            }
        }
    }
}

/// Every place that a dynamic reference can mean.
fn places(ast: &Ast<'_>, index: &Index) -> Places {
    let tape = ast.tape();
    let mut places = Places::new();
    for id in ast.ids() {
        let resource = index.resource(tape, ast.json(id));
        let mut add = |name: &str| {
            places.or_default(name.to_owned()).or_insert_with(resource, || id);
        };
        if let Some(anchor) = ast.entry(id, Keyword::DynamicAnchor).and_then(|entry| tape.string(entry.json())) {
            add(&anchor);
        }
        let recursive = ast.entry(id, Keyword::RecursiveAnchor).and_then(|entry| tape.boolean(entry.json()));
        if recursive == Some(true) && ast.json(id) == resource {
            add(RECURSIVE);
        }
    }
    places
}

/// The name that a reference looks for on the way, if the place that it leads to at first has it.
fn name(ast: &Ast<'_>, references: &References, index: &Index, places: &Places, id: SchemaId) -> Option<String> {
    if ast.keywords(id).has(Keyword::Ref) {
        return None;
    }
    let tape = ast.tape();
    let Some(Resolution::Schema(nearest)) = references.get(id) else { return None };
    let name = match ast.entry(id, Keyword::DynamicRef) {
        Some(entry) => {
            let reference = tape.string(entry.json()).filter(|_| tape.kind(entry.json()) == Kind::String)?;
            super::uri::decode(super::uri::split(&reference).1)
        }
        None => RECURSIVE.to_owned(),
    };
    let resource = index.resource(tape, ast.json(nearest));
    (places.get(&name)?.get(&resource) == Some(&nearest)).then_some(name)
}

/// The ways through a document, seen for one name.
struct Ways<'w, 'd> {
    ast: &'w Ast<'d>,
    index: &'w Index,
    references: &'w References,
    places: &'w Places,
    /// Those that have the name.
    resources: &'w Map<JsonId, SchemaId>,
    dynamic: &'w Map<SchemaId, String>,
    name: &'w str,
}

impl Ways<'_, '_> {
    /// For each schema that the root leads to, the resources that can be the first with the name on
    /// the way there; `None` if there are too many ways.
    fn walk(&self) -> Option<Map<SchemaId, Set<JsonId>>> {
        let mut known = Set::new();
        let mut first: Map<SchemaId, Set<JsonId>> = Map::new();
        let mut waiting = vec![(self.ast.root(), None)];
        let mut steps = 0;
        while let Some((schema, outer)) = waiting.pop() {
            let resource = self.index.resource(self.ast.tape(), self.ast.json(schema));
            let outer = outer.or_else(|| self.resources.contains_key(&resource).then_some(resource));
            if !known.insert((schema, outer)) {
                continue;
            }
            first.or_default(schema).extend(outer);
            let next = self.next(schema, outer);
            steps += next.len();
            if steps > MAX_STEPS {
                return None;
            }
            waiting.extend(next.into_iter().map(|next| (next, outer)));
        }
        Some(first)
    }

    /// Where a schema leads: to its parts, but not to its definitions, and to what it refers to.
    fn next(&self, schema: SchemaId, outer: Option<JsonId>) -> Vec<SchemaId> {
        let mut next: Vec<SchemaId> = self.ast.applied(schema).collect();
        match self.dynamic.get(&schema) {
            Some(name) if name == self.name => next.extend(outer.and_then(|outer| self.resources.get(&outer))),
            // A name of another walk may mean any place that has it.
            Some(name) => next.extend(self.places.get(name).into_iter().flat_map(Map::values)),
            None => {
                if let Some(Resolution::Schema(target)) = self.references.get(schema) {
                    next.push(target);
                }
            }
        }
        next
    }
}
