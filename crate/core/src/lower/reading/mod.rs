//! Reading: one schema or a conjunction of several into a shape. References and `allOf` are resolved by their rules
//! through [`Reader::follow`].

mod absorb;
mod excluded;
mod node;

use std::mem;

use super::{Cut, Impossible, Limit, Lower, Reader, Rule, context::Pending};
use crate::{
    json::JsonId,
    order::Set,
    resolve::Resolution,
    schema::{Entry, Keyword, SchemaId},
    shape::{Fact, Reference, Shape, Term, allows_nothing},
};

/// Reads a conjunction.
///
/// # Errors
/// The first limit that was met.
pub(super) fn read_part(cx: &mut Lower<'_, '_>, part: &[Term], origin: JsonId) -> Result<Shape, Cut> {
    let (mut schemas, mut beside) = (0, false);
    for term in part {
        match term {
            Term::Schema(_) => schemas += 1,
            Term::Shape(shape) => beside |= !shape.is_only_described(),
        }
    }
    read_all(cx, part, origin, schemas == 1 && !beside)
}

/// Reads a conjunction with its references written out.
///
/// # Errors
/// The first limit that was met.
pub(super) fn read_inline(cx: &mut Lower<'_, '_>, part: &[Term], origin: JsonId) -> Result<Shape, Cut> {
    read_all(cx, part, origin, false)
}

fn read_all(cx: &mut Lower<'_, '_>, part: &[Term], origin: JsonId, alone: bool) -> Result<Shape, Cut> {
    // A schema may have many alternatives, and a union many schemas like it: what is read past a limit is discarded.
    if cx.model.work().is_spent() {
        return Err(Cut { limit: Limit::Budget, key: origin });
    }
    let schema = SchemaId::ROOT;
    let mut reader = Reader {
        cx,
        shape: Shape::any(origin),
        schema,
        queue: Vec::new(),
        followed: 0,
        visited: Set::new(),
        cut: None,
        is_new: true,
        hides_siblings: None,
        alone,
        keeps_reference: false,
    };
    for term in part {
        if let Term::Shape(shape) = term {
            reader.is_new = false;
            reader.visited.extend(shape.read_from.iter().copied());
            reader.shape.intersect(reader.cx.model.ast, Shape::clone(shape));
        }
    }
    let mut schemas = part.iter().filter_map(|term| match term {
        Term::Schema(schema) => Some(Pending { schema: *schema, via: None }),
        Term::Shape(_) => None,
    });
    while let Some(next) = schemas.next().or_else(|| reader.next()) {
        if !reader.visited.insert(next.schema) {
            continue;
        }
        reader.shape.read_from.push(next.schema);
        reader.read_schema(&next);
        let steps = reader.cx.model.ast.entries(next.schema).len() + reader.shape.hints.len() / 8;
        if !reader.cx.model.work().step(steps) {
            reader.cut(Limit::Budget, origin);
        }
        if let Some(cut) = reader.cut {
            return Err(cut);
        }
    }
    let Reader { cx, mut shape, .. } = reader;
    close(cx, &mut shape);
    shape.close_properties(cx.model.ast);
    if part.len() > 1 {
        cx.drop_excluded_values(&mut shape);
    }
    shape.never = shape.never.or_else(|| shape.exclusion_of_all(&cx.model));
    // A union without alternatives is never satisfied.
    shape.never = shape.never.or(shape.unions.iter().find(|union| union.branches.is_empty()).map(|union| union.key));
    if shape.never.is_none() && shape.contradicts_unions(&cx.model) {
        shape.never = shape.unions.first().map(|union| union.key);
    }
    Ok(shape)
}

/// Whether an annotation may stand beside a reference that is kept.
pub(crate) fn stays_beside_reference(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Description | Keyword::Default)
}

/// Closes an object whose undeclared members allow no value, so that all rules see it closed.
fn close(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let Some(hook) = cx.handlers.impossible else { return };
    for additional in &mut shape.object.additional {
        let describes = additional.describes(cx.model.ast);
        if describes && additional.part.as_ref().is_some_and(|part| allows_nothing(&cx.model, part)) {
            hook(cx, cx.model.ast.tape().value_of(additional.key), Impossible::Undeclared);
            additional.part = None;
        }
    }
}

impl Lower<'_, '_> {
    /// Reads a part, for rules that inspect branches.
    ///
    /// # Errors
    /// The limit that was met.
    pub(crate) fn read(&mut self, part: &[Term], origin: JsonId) -> Result<Shape, Cut> {
        read_part(self, part, origin)
    }

    /// Reads what a member of the current node states, for rules that inspect it: a reference back to the node is to
    /// another value.
    ///
    /// # Errors
    /// The limit that was met.
    pub(crate) fn read_member(&mut self, part: &[Term], origin: JsonId) -> Result<Shape, Cut> {
        let outer = mem::replace(&mut self.value_start, self.active.len());
        let read = read_part(self, part, origin);
        self.value_start = outer;
        read
    }

    /// Reads a part with its references written out, for rules that need their targets.
    ///
    /// # Errors
    /// The limit that was met.
    pub(crate) fn read_inline(&mut self, part: &[Term], origin: JsonId) -> Result<Shape, Cut> {
        read_inline(self, part, origin)
    }
}

impl Reader<'_, '_, '_> {
    /// Adds a schema to the conjunction on behalf of a rule.
    pub(crate) fn follow(&mut self, rule: &'static Rule, key: JsonId, schema: SchemaId) {
        self.queue.push(Pending { schema, via: Some((rule, key)) });
    }

    fn next(&mut self) -> Option<Pending> {
        let next = self.queue.get(self.followed).copied();
        self.followed += usize::from(next.is_some());
        next
    }

    /// Whether the schema being read is the only one of this conjunction so far, or the only one in the `allOf` of
    /// another that has annotations beside it.
    #[must_use]
    pub(crate) fn is_alone(&self) -> bool {
        let ast = self.cx.model.ast;
        let wraps_one = |entry: &Entry| entry.keyword == Keyword::AllOf && ast.links(entry.value).len() == 1;
        let only_wraps = |schema| ast.entries(schema).iter().all(|it| it.keyword.is_annotation() || wraps_one(it));
        self.alone && self.outer().all(only_wraps)
    }

    /// The schemas of this conjunction that were read before the current one.
    fn outer(&self) -> impl Iterator<Item = SchemaId> {
        self.visited.iter().copied().filter(|schema| *schema != self.schema)
    }

    /// The annotations of the current schema and of those that were read before it.
    pub(crate) fn annotations(&self) -> impl Iterator<Item = &Entry> {
        let entries = self.outer().chain([self.schema]).flat_map(|schema| self.cx.model.ast.entries(schema));
        entries.filter(|entry| entry.keyword.is_annotation())
    }

    /// Whether a schema is part of this conjunction already.
    #[must_use]
    pub(crate) fn has_read(&self, schema: SchemaId) -> bool {
        self.visited.contains(&schema)
    }

    /// Stops reading: a limit is met.
    pub(crate) fn cut(&mut self, limit: Limit, key: JsonId) {
        self.cut = Some(Cut { limit, key });
    }

    /// Ignores the assertions among a keyword's siblings in the schema being read.
    pub(crate) fn hide_siblings(&mut self, rule: &'static Rule) {
        self.hides_siblings = Some(rule);
    }

    /// Where the reference of the schema being read leads.
    #[must_use]
    pub(crate) fn resolution(&self) -> Option<Resolution> {
        self.cx.model.references.get(self.schema)
    }

    /// Keeps a reference; of its siblings, only a description and a default are kept.
    pub(crate) fn stay(&mut self, reference: Reference) {
        self.shape.reference = Some(reference);
        self.keeps_reference = true;
    }

    /// Keeps a keyword as it is.
    pub(crate) fn keep(&mut self, entry: &Entry) {
        self.shape.facts.push(Fact::written(entry.keyword, entry.key));
    }

    fn read_schema(&mut self, pending: &Pending) {
        let (ast, schema) = (self.cx.model.ast, pending.schema);
        self.schema = schema;
        if std::mem::take(&mut self.is_new) {
            return self.read_first(schema);
        }
        let mut own = Shape::any(ast.json(schema));
        std::mem::swap(&mut own, &mut self.shape);
        self.read_node(schema);
        std::mem::swap(&mut own, &mut self.shape);
        own.unfolded |= pending.via.is_some_and(|(rule, _)| rule.unfolds);
        if let Some((rule, key)) = pending.via {
            self.log_dropped_description(rule, key, &own);
        }
        self.shape.intersect(ast, own);
        if self.keeps_reference {
            self.shape.facts.retain(|fact| stays_beside_reference(fact.keyword));
        }
    }

    /// Reads the first schema into the shape itself, and not into another that is intersected with it.
    fn read_first(&mut self, schema: SchemaId) {
        let ast = self.cx.model.ast;
        let origin = std::mem::replace(&mut self.shape.origin, ast.json(schema));
        self.read_node(schema);
        self.shape.origin = origin;
        if self.shape.says_nothing_twice() {
            return self.shape.decide(ast.tape());
        }
        let read_from = std::mem::take(&mut self.shape.read_from);
        let own = std::mem::replace(&mut self.shape, Shape { read_from, ..Shape::any(origin) });
        self.shape.intersect(ast, own);
    }

    /// Logs a description that is dropped in favor of the first one.
    fn log_dropped_description(&mut self, rule: &'static Rule, key: JsonId, own: &Shape) {
        let (Some(mine), Some(theirs)) = (self.shape.fact(Keyword::Description), own.fact(Keyword::Description)) else {
            return;
        };
        let tape = self.cx.model.ast.tape();
        if tape.slice(mine.key.value_of_key()) != tape.slice(theirs.key.value_of_key()) {
            self.cx
                .log(rule, key)
                .message(|found| format!("{found} adds a description to a schema that already has another one"))
                .fix("the first description kept, the other one omitted")
                .annotation();
        }
    }
}
