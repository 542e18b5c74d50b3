//! The direct path: a plain node on which every rule either changes nothing or looks at no more than its facts. Its
//! members and items are lowered where the source has them, and it is printed in the source's order; of its shape, only
//! the type and the facts are read. Most nodes are such.

mod node;

use super::{Lower, LoweredNode, PlainNode};
use crate::{
    order::Bits,
    schema::{Ast, Entry, Keyword, KeywordSet, Kinds, NodeKind, SchemaId, Value},
    shape::{Part, allows_nothing},
};

/// The keywords that are not among the facts of a shape.
const STRUCTURE: KeywordSet = KeywordSet::of(&[
    Keyword::Type,
    Keyword::Enum,
    Keyword::Properties,
    Keyword::Required,
    Keyword::AdditionalProperties,
    Keyword::Items,
]);

impl<'a> Lower<'a, '_> {
    /// Lowers a schema directly; `None` if its shape is needed.
    pub(super) fn lower_directly(&mut self, schema: SchemaId) -> Option<LoweredNode> {
        #[cfg(test)]
        if self.handlers.makes_shapes {
            return None;
        }
        let node = self.plain_node(schema)?;
        let is_child = node.or_null.is_none() && self.depth > 0;
        if is_child && node.keywords.without(Keyword::Type).difference(self.passed_through).is_empty() {
            return node.kinds.meets(Kinds::SCALARS).then(|| self.lower_scalar(&node));
        }
        // The module that is compiled for size has no room for the rest.
        if cfg!(small) || self.may_code() || self.is_scarce() || self.indirect.contains(&schema) {
            return None;
        }
        let steps = self.direct_steps(&node)?;
        let (edits, budget) = (self.log.count(), self.budget.left());
        let lowered = self.lower_plain(&node, steps);
        if lowered.is_none() {
            // A child failed: the node is lowered again by its shape, here and wherever else it is.
            self.indirect.insert(schema);
            self.log.rewind(edits);
            self.budget.restore(budget);
        }
        lowered
    }

    /// The node of a schema, if it is plain.
    fn plain_node(&self, schema: SchemaId) -> Option<PlainNode<'a>> {
        self.typed_node(schema).or_else(|| if cfg!(small) { None } else { self.node_or_null(schema) })
    }

    /// The node of a schema that names one type.
    fn typed_node(&self, schema: SchemaId) -> Option<PlainNode<'a>> {
        let ast = self.model.ast;
        let keywords = ast.keywords(schema);
        let reads_all = keywords.difference(self.handlers.direct).is_empty();
        if !keywords.has(Keyword::Type) || !reads_all || ast.kind(schema) != NodeKind::Object {
            return None;
        }
        let entries = ast.entries(schema);
        let mut kinds = Kinds::NONE;
        for entry in entries {
            match (entry.keyword, entry.value) {
                _ if entry.shadowed || entry.loose => return None,
                (_, Value::Types(types)) if !types.list && !types.unknown => kinds = types.kinds,
                (Keyword::AdditionalProperties, Value::Schema(other)) if ast.kind(other) == NodeKind::Malformed => {
                    return None;
                }
                (Keyword::Properties | Keyword::Defs | Keyword::Definitions, Value::Links(..))
                | (Keyword::Items | Keyword::AdditionalProperties, Value::Schema(_))
                | (_, Value::Data) => {}
                _ => return None,
            }
        }
        if kinds.count() != 1 || kinds == Kinds::NULL {
            return None;
        }
        let tape = ast.tape();
        let required = entries.iter().filter(|entry| entry.keyword == Keyword::Required);
        let required = required.flat_map(|entry| tape.elements(entry.json())).map(|name| tape.slice(name)).collect();
        Some(PlainNode { schema, or_null: None, keywords, entries: entries.into(), kinds, required })
    }

    /// The node of a schema that is a union of such a node with null, for a target that has `nullable`.
    fn node_or_null(&self, schema: SchemaId) -> Option<PlainNode<'a>> {
        let (ast, keywords) = (self.model.ast, self.model.ast.keywords(schema));
        let union = if keywords.has(Keyword::AnyOf) { Keyword::AnyOf } else { Keyword::OneOf };
        let beside = keywords.without(union);
        let reads_all = beside.difference(self.handlers.direct.difference(STRUCTURE)).is_empty();
        let folds = self.handlers.nullable.is_some() && self.target.takes(Keyword::Nullable);
        // An edit that is kept describes the alternatives, which are not read here.
        if !keywords.has(union) || !folds || !reads_all || self.depth == 0 || self.log.keeps() {
            return None;
        }
        let entries = ast.entries(schema);
        let at = entries.iter().position(|entry| entry.keyword == union)?;
        let is_data = |entry: &Entry| entry.value == Value::Data || entry.keyword == union;
        if !entries.iter().all(|entry| is_data(entry) && !entry.shadowed && !entry.loose) {
            return None;
        }
        let [first, second] = ast.links(entries[at].value) else { return None };
        let (first, second) = (first.schema?, second.schema?);
        let other = match (is_null(ast, first), is_null(ast, second)) {
            (true, false) => second,
            (false, true) => first,
            _ => return None,
        };
        let other = self.typed_node(other).filter(|other| !other.keywords.meets(beside))?;
        Some(PlainNode {
            schema,
            or_null: Some((entries[at].key, other.schema)),
            keywords: beside.union(other.keywords),
            entries: [&entries[..at], &*other.entries, &entries[at + 1..]].concat().into(),
            kinds: other.kinds,
            required: other.required,
        })
    }

    /// The steps that have to run on the facts of a node; `None` if its shape is needed, or a limit may be met.
    fn direct_steps(&self, node: &PlainNode<'a>) -> Option<Bits> {
        let ast = self.model.ast;
        let described = self.described_undeclared(node);
        let nests = !node.members(ast).is_empty() || described.is_some() || node.has(Keyword::Items);
        let fits = self.depth + 1 < self.target.max_depth && self.level < self.budget.scope.levels;
        // Edits that are kept cannot be taken back if a child fails; and objects that models send empty are noted then.
        let is_read = self.log.keeps() && (nests || node.kinds == Kinds::OBJECT);
        if is_read || (nests && !fits) {
            return None;
        }
        let nothing = described.is_some_and(|schema| allows_nothing(&self.model, &Part::from(schema)));
        if nothing || !node.is_consistent(ast) {
            return None;
        }
        self.handlers.direct_steps(self, node)
    }

    /// The schema of undeclared members, unless it is a boolean or empty.
    fn described_undeclared(&self, node: &PlainNode<'_>) -> Option<SchemaId> {
        let ast = self.model.ast;
        let schema = node.schema_of(Keyword::AdditionalProperties)?;
        (ast.kind(schema) == NodeKind::Object && !ast.entries(schema).is_empty()).then_some(schema)
    }
}

/// Whether a schema states the type null and nothing else.
fn is_null(ast: &Ast<'_>, schema: SchemaId) -> bool {
    let [only] = ast.entries(schema) else { return false };
    let states_null =
        matches!(only.value, Value::Types(types) if types.kinds == Kinds::NULL && !types.list && !types.unknown);
    states_null && !only.loose && ast.kind(schema) == NodeKind::Object
}
