//! The graph of references: which schemas are reachable, and which are on cycles.

use super::references::{References, Resolution};
use crate::{
    order::Set,
    schema::{Ast, Entry, Keyword, Kinds, NodeKind, SchemaId, Value},
};

impl References {
    /// The schemas on a cycle of references and any subschemas. Linear: strongly connected components, found without
    /// recursion (Tarjan).
    #[must_use]
    pub(crate) fn recursive(&self, ast: &Ast<'_>) -> Set<SchemaId> {
        on_cycles(ast, &|id| self.and_target(id, ast.children(id)))
    }

    /// The schemas on a cycle of references and subschemas that apply to the same value.
    #[must_use]
    pub(crate) fn same_value_cycles(&self, ast: &Ast<'_>) -> Set<SchemaId> {
        if !self.any() {
            return Set::new();
        }
        let same_value = |entry: &&Entry| matches!(entry.keyword, Keyword::AllOf | Keyword::AnyOf | Keyword::OneOf);
        let applied =
            |id| ast.entries(id).iter().filter(same_value).flat_map(|entry| ast.schemas(entry.value)).collect();
        on_cycles(ast, &|id| self.and_target(id, applied(id)))
    }

    /// The schemas on a cycle of references in which nothing can be made optional: it passes only through alternatives,
    /// positions and undeclared members (catalogue: J-ref-loop).
    #[must_use]
    pub(crate) fn unbreakable_cycles(&self, ast: &Ast<'_>) -> Set<SchemaId> {
        if !self.any() {
            return Set::new();
        }
        on_cycles(ast, &|id| self.and_target(id, unavoidable(ast, id)))
    }

    /// The schemas reachable from the root: all but definitions that no reference leads to.
    #[must_use]
    pub(crate) fn reached(&self, ast: &Ast<'_>) -> Set<SchemaId> {
        let mut reached = Set::from_iter([SchemaId::ROOT]);
        let mut pending = vec![SchemaId::ROOT];
        while let Some(id) = pending.pop() {
            let mut next = self.and_target(id, ast.applied(id));
            next.retain(|next| reached.insert(*next));
            pending.append(&mut next);
        }
        reached
    }

    /// The given schemas, and the target of a schema's reference.
    fn and_target(&self, id: SchemaId, mut next: Vec<SchemaId>) -> Vec<SchemaId> {
        next.extend(self.target(id));
        next
    }

    pub(super) fn target(&self, id: SchemaId) -> Option<SchemaId> {
        match self.get(id) {
            Some(Resolution::Schema(target)) => Some(target),
            _ => None,
        }
    }
}

/// The subschemas that cannot be made optional. That an object may have no undeclared members does not count.
fn unavoidable(ast: &Ast<'_>, id: SchemaId) -> Vec<SchemaId> {
    let mut out = Vec::new();
    for entry in ast.entries(id) {
        match (entry.keyword, entry.value) {
            (Keyword::AdditionalProperties | Keyword::UnevaluatedProperties, Value::Schema(others)) => out.push(others),
            // `unevaluatedItems` is read as `items`.
            (Keyword::Items | Keyword::UnevaluatedItems, Value::Schema(items)) if !is_array(ast, id) => out.push(items),
            (
                Keyword::AnyOf
                | Keyword::OneOf
                | Keyword::AllOf
                | Keyword::PrefixItems
                | Keyword::Items
                | Keyword::PatternProperties,
                Value::Links(..),
            ) => {
                out.extend(ast.schemas(entry.value));
            }
            _ => {}
        }
    }
    out
}

/// Whether a schema's `type` is `array`, and not a list of types.
fn is_array(ast: &Ast<'_>, id: SchemaId) -> bool {
    let kinds = ast.entry(id, Keyword::Type).map(|entry| entry.value);
    matches!(kinds, Some(Value::Types(types)) if types.kinds == Kinds::ARRAY && !types.list)
}

/// The schemas on a cycle of the given edges.
pub(crate) fn on_cycles(ast: &Ast<'_>, edges: &dyn Fn(SchemaId) -> Vec<SchemaId>) -> Set<SchemaId> {
    let marks = ast.ids().map(|_| Mark::default()).collect();
    let mut search = CycleSearch { marks, edges, stack: Vec::new(), next: 0, on_cycles: Set::new() };
    for id in ast.ids().filter(|id| ast.kind(*id) == NodeKind::Object) {
        if search.mark(id).index.is_none() {
            search.run(id);
        }
    }
    search.on_cycles
}

/// What the search knows of a schema.
#[derive(Default)]
struct Mark {
    index: Option<u32>,
    low: u32,
    on_stack: bool,
}

struct CycleSearch<'s> {
    marks: Vec<Mark>,
    edges: &'s dyn Fn(SchemaId) -> Vec<SchemaId>,
    stack: Vec<SchemaId>,
    next: u32,
    on_cycles: Set<SchemaId>,
}

impl CycleSearch<'_> {
    fn mark(&mut self, id: SchemaId) -> &mut Mark {
        &mut self.marks[id.index()]
    }

    fn run(&mut self, root: SchemaId) {
        let mut frames = vec![self.open(root)];
        while let Some((id, ahead)) = frames.last_mut() {
            let id = *id;
            if let Some(next) = ahead.pop() {
                match *self.mark(next) {
                    Mark { index: None, .. } => frames.push(self.open(next)),
                    Mark { index: Some(index), on_stack: true, .. } => self.lower(id, index),
                    Mark { .. } => {}
                }
                if next == id {
                    self.on_cycles.insert(id);
                }
                continue;
            }
            frames.pop();
            self.close(id);
            let low = self.mark(id).low;
            if let Some((parent, _)) = frames.last() {
                self.lower(*parent, low);
            }
        }
    }

    fn open(&mut self, id: SchemaId) -> (SchemaId, Vec<SchemaId>) {
        *self.mark(id) = Mark { index: Some(self.next), low: self.next, on_stack: true };
        self.next += 1;
        self.stack.push(id);
        (id, (self.edges)(id))
    }

    fn lower(&mut self, id: SchemaId, to: u32) {
        let mark = self.mark(id);
        mark.low = mark.low.min(to);
    }

    /// Takes a component off the stack if the node reaches no earlier one.
    fn close(&mut self, id: SchemaId) {
        let mark = self.mark(id);
        if mark.index != Some(mark.low) {
            return;
        }
        let mut size = 0;
        while let Some(member) = self.stack.pop() {
            self.mark(member).on_stack = false;
            size += 1;
            if size > 1 || member != id {
                self.on_cycles.insert(member);
            }
            if member == id {
                return;
            }
        }
    }
}
