//! The context in which shapes are built and compared: the schemas of a document, their resolved references, and the
//! remaining budget of comparisons.

use std::cell::{Cell, OnceCell, RefCell};

use crate::{
    json::JsonId,
    limits::Work,
    order::{Map, Set},
    resolve::{References, Resolution},
    schema::{Ast, Kinds, SchemaId},
};

/// Schemas, members and values that comparing alternatives may visit, unless the document has more schemas than that.
const COMPARING: usize = 20_000;

/// The maximum number of schemas followed that are no more than a reference to another.
const MAX_REFERENCES: usize = 8;

/// The schemas of a document, with what has been found out about them.
pub(crate) struct Model<'a, 'd> {
    /// The schemas.
    pub ast: &'a Ast<'d>,
    /// Their resolved references.
    pub references: &'a References,
    /// The remaining budget of comparisons.
    comparing: Cell<usize>,
    /// The same, of comparisons that decide only what is reported.
    telling: Cell<usize>,
    /// The keys that [`Self::note_circular`] was called with.
    circular: RefCell<Set<JsonId>>,
    /// The schemas that refer back to themselves for the same value.
    same_value_cycles: OnceCell<Set<SchemaId>>,
    /// The levels of schemas.
    levels: OnceCell<usize>,
    /// The types that schemas leave, memoized by schema and levels of unions to visit.
    left: RefCell<Map<(SchemaId, usize), Kinds>>,
}

impl<'a, 'd> Model<'a, 'd> {
    /// The model of a document, with the full budget of comparisons.
    #[must_use]
    pub(crate) fn new(ast: &'a Ast<'d>, references: &'a References) -> Model<'a, 'd> {
        Model {
            ast,
            references,
            comparing: Cell::new(COMPARING.max(ast.len())),
            telling: Cell::new(COMPARING.max(ast.len())),
            circular: RefCell::default(),
            same_value_cycles: OnceCell::new(),
            levels: OnceCell::new(),
            left: RefCell::default(),
        }
    }

    /// The schema that one leads to if it is no more than a reference, or itself.
    pub(crate) fn referent(&self, mut schema: SchemaId) -> SchemaId {
        for _ in 0..MAX_REFERENCES {
            match self.references.get(schema) {
                Some(Resolution::Schema(target)) if self.ast.entries(schema).len() == 1 => schema = target,
                _ => break,
            }
        }
        schema
    }

    /// The remaining budget of the call.
    pub(crate) fn work(&self) -> &'d Work {
        self.ast.work()
    }

    /// Whether some budget is left for comparisons.
    pub(super) fn may_compare(&self) -> bool {
        self.comparing.get() > 0 && !self.work().is_spent()
    }

    /// Runs a comparison that decides only what is reported, on a separate budget: the output must be the same whether
    /// findings are reported or not.
    pub(super) fn for_reporting<T>(&self, compare: impl FnOnce() -> T) -> T {
        self.comparing.swap(&self.telling);
        let found = compare();
        self.comparing.swap(&self.telling);
        found
    }

    /// Takes a cost off the budget of comparisons.
    pub(super) fn spend(&self, cost: usize) {
        self.comparing.set(self.comparing.get().saturating_sub(cost));
    }

    /// Whether one of these schemas refers back to itself for the same value, so that what it allows depends on what
    /// surrounds that reference.
    pub(super) fn is_endless(&self, schemas: &Set<SchemaId>) -> bool {
        let same_value_cycles = self.same_value_cycles.get_or_init(|| self.references.same_value_cycles(self.ast));
        schemas.iter().any(|schema| same_value_cycles.contains(schema))
    }

    /// The levels of schemas, as they are written.
    pub(crate) fn levels(&self) -> usize {
        *self.levels.get_or_init(|| self.ast.levels())
    }

    /// The memoized types that a schema leaves, by schema and levels of unions to visit.
    pub(super) fn memoized_kinds(&self, schema: (SchemaId, usize)) -> Option<Kinds> {
        self.left.borrow().get(&schema).copied()
    }

    /// Memoizes the types that a schema leaves.
    pub(super) fn memoize_kinds(&self, schema: (SchemaId, usize), kinds: Kinds) {
        self.left.borrow_mut().insert(schema, kinds);
    }

    /// Notes that the union at a key was proven to allow nothing, or its alternatives to be disjoint, only if
    /// alternatives that refer back to their union add no values.
    pub(crate) fn note_circular(&self, union: JsonId) {
        self.circular.borrow_mut().insert(union);
    }

    /// Whether that was noted for the union at `key`.
    pub(crate) fn is_circular(&self, key: JsonId) -> bool {
        self.circular.borrow().contains(&key)
    }
}
