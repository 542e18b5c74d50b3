//! What shapes are made of and compared in: the schemas of a document, where their references lead, and what looking
//! into them may still cost.

use std::cell::{Cell, OnceCell, RefCell};

use crate::{
    json::JsonId,
    limits::Work,
    order::{Map, Set},
    resolve::References,
    schema::{Ast, Kinds, SchemaId},
};

/// Schemas, members and values that comparing alternatives may look through, where the document itself has not more.
const COMPARING: usize = 20_000;

/// A document of schemas, whatever reads it.
pub(crate) struct Model<'a, 'd> {
    /// The schemas.
    pub ast: &'a Ast<'d>,
    /// Their references, solved.
    pub references: &'a References,
    /// What comparing may still cost.
    comparing: Cell<usize>,
    /// The same, of comparing that decides only what is told.
    telling: Cell<usize>,
    /// The unions that allow nothing unless references that lead back to themselves do.
    circular: RefCell<Set<JsonId>>,
    /// The schemas that lead back to themselves for the same value.
    endless: OnceCell<Set<SchemaId>>,
    /// The types that schemas leave, looked into so many levels.
    left: RefCell<Map<(SchemaId, usize), Kinds>>,
}

impl<'a, 'd> Model<'a, 'd> {
    /// The model of a document in which nothing has been compared.
    #[must_use]
    pub(crate) fn new(ast: &'a Ast<'d>, references: &'a References) -> Model<'a, 'd> {
        Model {
            ast,
            references,
            comparing: Cell::new(COMPARING.max(ast.len())),
            telling: Cell::new(COMPARING.max(ast.len())),
            circular: RefCell::default(),
            endless: OnceCell::new(),
            left: RefCell::default(),
        }
    }

    /// What may still be done with the document.
    pub(crate) fn work(&self) -> &'d Work {
        self.ast.work()
    }

    /// Whether the document's share of comparing is not used up.
    pub(super) fn may_compare(&self) -> bool {
        self.comparing.get() > 0 && !self.work().is_spent()
    }

    /// Compares what decides only what is told: that takes nothing away from what is compared for the output, which is the
    /// same whether anybody is told.
    pub(super) fn for_telling<T>(&self, compare: impl FnOnce() -> T) -> T {
        self.comparing.swap(&self.telling);
        let found = compare();
        self.comparing.swap(&self.telling);
        found
    }

    /// Counts what was looked through.
    pub(super) fn spend(&self, cost: usize) {
        self.comparing.set(self.comparing.get().saturating_sub(cost));
    }

    /// Whether one of these schemas leads back to itself for the same value: what it allows hangs on what stands beside
    /// the reference that does.
    pub(super) fn is_endless(&self, schemas: &Set<SchemaId>) -> bool {
        let endless = self.endless.get_or_init(|| self.references.endless(self.ast));
        schemas.iter().any(|schema| endless.contains(schema))
    }

    /// The types that a schema leaves, looked into so many levels, where they have been worked out.
    pub(super) fn known_left(&self, schema: (SchemaId, usize)) -> Option<Kinds> {
        self.left.borrow().get(&schema).copied()
    }

    /// Keeps them.
    pub(super) fn know_left(&self, schema: (SchemaId, usize), kinds: Kinds) {
        self.left.borrow_mut().insert(schema, kinds);
    }

    /// Notes that what stands at a key allows nothing unless references that lead back to it do.
    pub(crate) fn note_circular(&self, union: JsonId) {
        self.circular.borrow_mut().insert(union);
    }

    /// Whether that was noted of what stands at `key`.
    pub(crate) fn is_circular(&self, key: JsonId) -> bool {
        self.circular.borrow().contains(&key)
    }
}
