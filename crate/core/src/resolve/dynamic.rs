//! `$dynamicRef` and `$recursiveRef`: which of several anchors of one name they lead to depends on the dynamic scope,
//! the path that led to the reference (JSON Schema 2020-12 core §8.2.3.2, 2019-09 core §8.2.4.2).
//!
//! The outermost resource on the path that has the name decides. Within one document it is known if every path from the
//! root enters the same such resource first; otherwise the nearest anchor is taken, and the reference counts as
//! undecided.

use super::{
    index::{Index, Named, add_name},
    references::{References, Resolution},
};
use crate::{
    json::{JsonId, Kind},
    order::{Map, Set},
    schema::{Ast, Keyword, SchemaId},
};

/// The name for schemas that `$recursiveAnchor: true` marks; no anchor can have it.
const RECURSIVE: &str = "#";

/// Most steps of one walk through the paths of a document.
const MAX_STEPS: usize = 200_000;

/// Resolves again the references that depend on the dynamic scope. All others are final.
pub(super) fn solve(ast: &Ast<'_>, index: &Index, references: &mut References) {
    let places = places(ast, index);
    let dynamic: Vec<Option<String>> = ast.ids().map(|id| name(ast, references, index, &places, id)).collect();
    let names: Set<String> = dynamic.iter().flatten().cloned().collect();
    for name in names.iter() {
        let Some(resources) = places.get(name) else { continue };
        let only = resources.values().next().filter(|_| resources.len() == 1).copied();
        let ways = Ways { ast, index, references, places: &places, resources, dynamic: &dynamic, name };
        let outermost = if only.is_none() { ways.walk() } else { None };
        for id in ast.ids().filter(|id| dynamic[id.index()].as_ref() == Some(name)) {
            let meant = match outermost.as_ref().map(|outermost| &outermost[id.index()]) {
                // A reference that no path leads to stays as it is.
                Some(None) => continue,
                Some(Some(first)) if first.len() == 1 => resources.get(&first[0]).copied(),
                _ => only,
            };
            match meant {
                Some(schema) => references.targets[id.index()] = Some(Resolution::Schema(schema)),
                None => drop(references.undecided.insert(id)),
            }
        }
    }
}

/// Every schema that a dynamic reference can lead to, by name and resource.
fn places(ast: &Ast<'_>, index: &Index) -> Named {
    let tape = ast.tape();
    let mut places = Named::new();
    for id in ast.ids() {
        let resource = index.resource(ast, ast.json(id));
        let mut add = |name: &str| add_name(&mut places, name, resource, id);
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

/// The name that a reference looks up in the dynamic scope, if the schema that it leads to at first has it.
fn name(ast: &Ast<'_>, references: &References, index: &Index, places: &Named, id: SchemaId) -> Option<String> {
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
    let resource = index.resource(ast, ast.json(nearest));
    (places.get(&name)?.get(&resource) == Some(&nearest)).then_some(name)
}

/// The paths through a document, walked for one name.
struct Ways<'w, 'd> {
    ast: &'w Ast<'d>,
    index: &'w Index,
    references: &'w References,
    places: &'w Named,
    /// The resources that have the name.
    resources: &'w Map<JsonId, SchemaId>,
    /// The name that the reference of each schema looks up, if it is dynamic.
    dynamic: &'w [Option<String>],
    name: &'w str,
}

impl Ways<'_, '_> {
    /// For each schema that the root leads to, the resources that can be the first with the name on a path there;
    /// `None` if there are too many paths.
    fn walk(&self) -> Option<Vec<Option<Vec<JsonId>>>> {
        let mut known = Set::new();
        let mut first: Vec<Option<Vec<JsonId>>> = self.ast.ids().map(|_| None).collect();
        let mut waiting = vec![(SchemaId::ROOT, None)];
        let mut steps = 0;
        while let Some((schema, outer)) = waiting.pop() {
            let resource = self.index.resource(self.ast, self.ast.json(schema));
            let outer = outer.or_else(|| self.resources.contains_key(&resource).then_some(resource));
            if !known.insert((schema, outer)) {
                continue;
            }
            first[schema.index()].get_or_insert_default().extend(outer);
            let next = self.next(schema, outer);
            steps += next.len();
            if steps > MAX_STEPS {
                return None;
            }
            waiting.extend(next.into_iter().map(|next| (next, outer)));
        }
        Some(first)
    }

    /// The schemas that a schema leads to: its subschemas without definitions, and the target of its reference.
    fn next(&self, schema: SchemaId, outer: Option<JsonId>) -> Vec<SchemaId> {
        let mut next = self.ast.applied(schema);
        match &self.dynamic[schema.index()] {
            Some(name) if name == self.name => next.extend(outer.and_then(|outer| self.resources.get(&outer))),
            // A reference to another name may lead to any schema that has that name.
            Some(name) => {
                if let Some(resources) = self.places.get(name) {
                    next.extend(resources.values());
                }
            }
            None => next.extend(self.references.target(schema)),
        }
        next
    }
}
