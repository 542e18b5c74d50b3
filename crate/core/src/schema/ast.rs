//! The schemas of a document as a tree: the kind and the members of each.

use super::{
    entry::{Entry, Link, NodeKind, SchemaId, Spelling, Value},
    keyword::Keyword,
    keyword_set::KeywordSet,
};
use crate::{
    json::{JsonId, Tape},
    limits::Work,
    order::Gather,
};

#[derive(Debug)]
pub(super) struct SchemaNode {
    pub(super) json: JsonId,
    pub(super) kind: NodeKind,
    pub(super) entries: (u32, u32),
    pub(super) set: KeywordSet,
    pub(super) old_draft: bool,
    /// Whether it is the schema of a property.
    pub(super) is_property: bool,
}

const NOTHING: SchemaNode = SchemaNode {
    json: JsonId::ROOT,
    kind: NodeKind::Object,
    entries: (0, 0),
    set: KeywordSet::EMPTY,
    old_draft: false,
    is_property: false,
};

/// The schemas of one root, as an arena in breadth-first order.
#[derive(Debug)]
pub struct Ast<'d> {
    pub(super) tape: &'d Tape<'d>,
    work: &'d Work,
    pub(super) spelling: Spelling,
    /// [`SchemaNode::old_draft`] of the schema that is being typed.
    pub(super) old_draft: bool,
    pub(super) nodes: Vec<SchemaNode>,
    pub(super) entries: Vec<Entry>,
    pub(super) links: Vec<Link>,
}

impl<'d> Ast<'d> {
    /// Types the schema at `root` and all below it, iteratively, whatever the nesting.
    #[must_use]
    pub(crate) fn new(tape: &'d Tape<'d>, root: JsonId, spelling: Spelling, work: &'d Work) -> Ast<'d> {
        let mut ast = Ast {
            tape,
            work,
            spelling,
            old_draft: false,
            nodes: Vec::with_capacity(16),
            entries: Vec::with_capacity(48),
            links: Vec::with_capacity(16),
        };
        ast.add(root);
        ast
    }

    /// Types another schema of the document, such as the target of a reference into an unknown
    /// keyword, and all below it.
    pub fn add(&mut self, json: JsonId) -> SchemaId {
        self.old_draft = self.nodes.first().is_some_and(|root| root.old_draft);
        let id = self.push(json);
        let mut at = id.index();
        while at < self.nodes.len() && !self.work.is_spent() {
            self.type_node(at);
            at += 1;
        }
        id
    }

    /// How many schemas there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false, as there is a root; provided because `len` is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All schemas.
    pub fn ids(&self) -> impl Iterator<Item = SchemaId> + use<> {
        self.ids_from(0)
    }

    /// The schemas from index `first` on.
    pub fn ids_from(&self, first: usize) -> impl Iterator<Item = SchemaId> + use<> {
        (first as u32..self.nodes.len() as u32).map(SchemaId)
    }

    /// The levels of schemas, the root and the innermost one included; those of a definition are counted from it.
    #[must_use]
    pub(crate) fn levels(&self) -> usize {
        let mut levels = vec![1; self.len()];
        // Subschemas follow the schemas that they are in.
        for id in self.ids() {
            for inner in self.applied(id) {
                levels[inner.index()] = levels[id.index()] + 1;
            }
        }
        levels.into_iter().max().unwrap_or_default()
    }

    /// The entries of all schemas.
    #[must_use]
    pub(crate) fn all_entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The remaining budget of the call.
    #[must_use]
    pub(crate) fn work(&self) -> &'d Work {
        self.work
    }

    /// The document.
    #[must_use]
    pub fn tape(&self) -> &'d Tape<'d> {
        self.tape
    }

    fn node(&self, id: SchemaId) -> &SchemaNode {
        // An id of another tree, which no caller passes, reads as `{}`.
        self.nodes.get(id.index()).unwrap_or(&NOTHING)
    }

    /// The JSON of a schema.
    #[must_use]
    pub fn json(&self, id: SchemaId) -> JsonId {
        self.node(id).json
    }

    /// The kind of a schema's JSON.
    #[must_use]
    pub fn kind(&self, id: SchemaId) -> NodeKind {
        self.node(id).kind
    }

    /// Whether a schema allows every value: `true` or `{}`.
    pub(crate) fn is_true(&self, schema: SchemaId) -> bool {
        match self.kind(schema) {
            NodeKind::Boolean(flag) => flag,
            NodeKind::Object => self.entries(schema).is_empty(),
            NodeKind::Malformed => false,
        }
    }

    /// Whether a schema is written as one that allows no value: `false`, or `not` of `true`.
    pub(crate) fn is_false(&self, schema: SchemaId) -> bool {
        match self.kind(schema) {
            NodeKind::Boolean(flag) => !flag,
            // Beside a reference, old drafts ignore all else.
            NodeKind::Object if !self.keywords(schema).has(Keyword::Ref) => {
                let negated = self.entry(schema, Keyword::Not).map(|entry| entry.value);
                matches!(negated, Some(Value::Schema(negated)) if self.is_true(negated))
            }
            _ => false,
        }
    }

    /// Whether a schema has patterns for the names of members that may exist: not each of them is for names that are
    /// forbidden.
    pub(crate) fn has_patterns(&self, schema: SchemaId) -> bool {
        let links = self.entry(schema, Keyword::PatternProperties).map_or(&[][..], |entry| self.links(entry.value));
        links.iter().any(|link| link.schema.is_none_or(|schema| !self.is_false(schema)))
    }

    /// Whether a schema forbids members that it does not declare.
    pub(crate) fn closes(&self, schema: SchemaId) -> bool {
        let others = self.entry(schema, Keyword::AdditionalProperties).map(|entry| entry.value);
        matches!(others, Some(Value::Schema(others)) if self.is_false(others)) && !self.has_patterns(schema)
    }

    /// The set of keywords that a schema has.
    #[must_use]
    pub fn keywords(&self, id: SchemaId) -> KeywordSet {
        self.node(id).set
    }

    /// A schema's members in source order, shadowed ones included.
    #[must_use]
    pub fn entries(&self, id: SchemaId) -> &[Entry] {
        let (from, to) = self.node(id).entries;
        &self.entries[from as usize..to as usize]
    }

    /// The entry of a keyword that no later duplicate shadows.
    #[must_use]
    pub fn entry(&self, id: SchemaId, keyword: Keyword) -> Option<&Entry> {
        let present = self.keywords(id).has(keyword);
        present.then(|| self.entries(id).iter().find(|entry| entry.keyword == keyword && !entry.shadowed)).flatten()
    }

    /// The subschemas of a [`Value::Links`]; none for any other value.
    #[must_use]
    pub fn links(&self, value: Value) -> &[Link] {
        match value {
            Value::Links(from, to) => &self.links[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The schemas among the [links](Ast::links) of a value.
    #[must_use]
    pub fn schemas(&self, value: Value) -> Vec<SchemaId> {
        self.links(value).iter().filter_map(|link| link.schema).gather()
    }

    /// The elements of a list of the document.
    #[must_use]
    pub fn list(&self, list: JsonId) -> Vec<JsonId> {
        self.tape.elements(list).gather()
    }

    /// The name of a member, given its key.
    #[must_use]
    pub fn name(&self, key: JsonId) -> String {
        self.tape.key(key).into_owned()
    }

    /// Whether the schema is spelled as Gemini's own proto message (`any_of`).
    #[must_use]
    pub fn is_proto(&self) -> bool {
        self.spelling == Spelling::Proto
    }

    /// Whether a schema's `$schema`, or the nearest above it, names a draft up to 7, where `$ref` hides its siblings. A
    /// subschema without an identifier should not have `$schema` (JSON Schema 2020-12 core §8.1.1), but has it where
    /// servers nest a generated schema in another; validators apply it there, too.
    #[must_use]
    pub fn old_draft(&self, id: SchemaId) -> bool {
        self.node(id).old_draft
    }

    /// The direct subschemas of a schema.
    #[must_use]
    pub fn children(&self, id: SchemaId) -> Vec<SchemaId> {
        self.subschemas(id, |_| true)
    }

    /// The subschemas of a schema, without those that it only defines for references.
    #[must_use]
    pub fn applied(&self, id: SchemaId) -> Vec<SchemaId> {
        self.subschemas(id, |keyword| !matches!(keyword, Keyword::Defs | Keyword::Definitions))
    }

    fn subschemas(&self, id: SchemaId, counts: fn(Keyword) -> bool) -> Vec<SchemaId> {
        let mut schemas = Vec::new();
        for entry in self.entries(id).iter().filter(|entry| counts(entry.keyword)) {
            match entry.value {
                Value::Schema(schema) => schemas.push(schema),
                value => schemas.extend(self.links(value).iter().filter_map(|link| link.schema)),
            }
        }
        schemas
    }
}
