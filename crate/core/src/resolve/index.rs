//! The places that references can lead to.

use super::{pointer::Pointers, references::Resolution, uri};
use crate::{
    json::{JsonId, Tape},
    order::{Gather, Map},
    schema::{Ast, Keyword, SchemaId},
};

/// A schema that identifies itself by a URI.
struct Resource {
    json: JsonId,
    uri: String,
    /// The enclosing resource.
    parent: Option<usize>,
}

/// Schemas by a name that they have, and by the resource in which they have it.
pub(super) type Named = Map<String, Map<JsonId, SchemaId>>;

/// Names a schema, unless the resource has one of that name already.
pub(super) fn add_name(names: &mut Named, name: &str, resource: JsonId, schema: SchemaId) {
    names.or_default(name.to_owned()).or_insert_with(resource, || schema);
}

/// The places that references can lead to: the schema at each node, the resources by URI, the anchors.
pub(super) struct Index {
    schemas: Map<JsonId, SchemaId>,
    /// Resources other than the root, in document order.
    resources: Vec<Resource>,
    by_uri: Map<String, JsonId>,
    anchors: Named,
    pointers: Pointers,
    root: JsonId,
}

/// Longest base URI that is built from nested relative ones.
const MAX_URI: usize = 4_096;
/// Bytes of a URI that are resolved, compared or copied for one step of the budget.
const URI_A_STEP: usize = 64;

impl Index {
    pub(super) fn new(ast: &Ast<'_>) -> Index {
        let mut index = Index {
            schemas: ast.ids().map(|id| (ast.json(id), id)).collect(),
            resources: Vec::new(),
            by_uri: Map::new(),
            anchors: Map::new(),
            pointers: Pointers::default(),
            root: ast.json(SchemaId::ROOT),
        };
        let in_order: Vec<SchemaId> = index.schemas.values().copied().gather();
        for id in &in_order {
            index.add_resource(ast, *id);
        }
        for id in in_order.iter().filter(|_| !ast.work().is_spent()) {
            index.add_anchors(ast, *id);
        }
        index
    }

    fn add_resource(&mut self, ast: &Ast<'_>, id: SchemaId) {
        let (tape, json) = (ast.tape(), ast.json(id));
        let text = |keyword| ast.entry(id, keyword).and_then(|entry| tape.string(entry.json()));
        // Up to draft 7, `$ref` hides its siblings.
        if ast.old_draft(id) && ast.keywords(id).has(Keyword::Ref) {
            return;
        }
        let own = text(Keyword::Id).or_else(|| text(Keyword::IdDraft4));
        let Some(own) = own.filter(|uri| !uri.starts_with('#') && !uri.is_empty()) else { return };
        let parent = self.around(ast, json);
        let base = parent.map_or("", |parent| self.resources[parent].uri.as_str());
        let uri = uri::join(if base.len() > MAX_URI { "" } else { base }, &own);
        // The URI is compared with the others, and kept twice.
        if !ast.work().step(1 + uri.len() / URI_A_STEP) || !ast.work().keep(size_of::<Resource>() + 2 * uri.len()) {
            return;
        }
        self.by_uri.or_insert_with(uri.clone(), || json);
        self.resources.push(Resource { json, uri, parent });
    }

    fn add_anchors(&mut self, ast: &Ast<'_>, id: SchemaId) {
        let tape = ast.tape();
        let resource = self.resource(ast, ast.json(id));
        for keyword in [Keyword::Anchor, Keyword::DynamicAnchor, Keyword::Id, Keyword::IdDraft4] {
            let Some(text) = ast.entry(id, keyword).and_then(|entry| tape.string(entry.json())) else { continue };
            let name = match keyword {
                Keyword::Anchor | Keyword::DynamicAnchor => Some(text.as_ref()),
                // Drafts 4 to 7 declare an anchor by `"$id": "#name"`.
                _ => text.strip_prefix('#'),
            };
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                add_name(&mut self.anchors, name, resource, id);
            }
        }
    }

    /// The innermost resource other than the root that contains a node. Resources are in document order, so the last
    /// one that starts before the node is that resource, or lies inside it.
    fn around(&self, ast: &Ast<'_>, json: JsonId) -> Option<usize> {
        let mut candidate = self.resources.partition_point(|resource| resource.json <= json).checked_sub(1);
        while let Some(at) = candidate {
            if ast.tape().contains(self.resources[at].json, json) {
                return Some(at);
            }
            if !ast.work().step(1) {
                return None;
            }
            candidate = self.resources[at].parent;
        }
        None
    }

    pub(super) fn resource(&self, ast: &Ast<'_>, json: JsonId) -> JsonId {
        self.around(ast, json).map_or(self.root, |at| self.resources[at].json)
    }

    pub(super) fn resolve(&mut self, ast: &mut Ast<'_>, from: SchemaId, key: JsonId) -> Resolution {
        let tape = ast.tape();
        let Some(reference) = tape.string(key.value_of_key()) else { return Resolution::Dangling };
        let (address, fragment) = uri::split(&reference);
        let Some(resource) = self.resource_at(ast, ast.json(from), address) else { return Resolution::Foreign };
        let fragment = uri::decode(fragment);
        if !fragment.is_empty() && !fragment.starts_with('/') {
            let anchor = self.anchors.get(&fragment).and_then(|resources| resources.get(&resource));
            return anchor.map_or(Resolution::Dangling, |schema| Resolution::Schema(*schema));
        }
        // Tools cut out of a larger document keep pointers that start at that document's root.
        let starts = [resource, self.root, JsonId::ROOT];
        let found = starts.iter().find_map(|start| self.pointers.follow(tape, *start, &fragment));
        found.map_or(Resolution::Dangling, |json| Resolution::Schema(self.schema_at(ast, json)))
    }

    /// The resource that a reference's address names; `None` if it is not in this document.
    fn resource_at(&self, ast: &Ast<'_>, json: JsonId, address: &str) -> Option<JsonId> {
        if address.is_empty() {
            return Some(self.resource(ast, json));
        }
        let base = self.around(ast, json).map_or("", |at| self.resources[at].uri.as_str());
        ast.work().step(base.len() / URI_A_STEP);
        self.by_uri.get(&uri::join(base, address)).copied()
    }

    fn schema_at(&mut self, ast: &mut Ast<'_>, json: JsonId) -> SchemaId {
        if let Some(known) = self.schemas.get(&json) {
            return *known;
        }
        let first_new = ast.len();
        let id = ast.add(json);
        for new in ast.ids_from(first_new) {
            self.schemas.insert(ast.json(new), new);
        }
        id
    }
}

/// Whether the meta-schema of 2020-12 takes a value as the name of an anchor.
pub(crate) fn is_anchor_name(tape: &Tape<'_>, value: JsonId) -> bool {
    let is_name = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
    };
    tape.string(value).is_some_and(|text| is_name(&text))
}
