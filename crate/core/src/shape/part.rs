//! Parts: conjunctions of schemas that are only read when they are lowered.

use std::rc::Rc;

use super::data::{Part, Shape, Term};
use crate::{
    limits::Work,
    order::Gather,
    schema::{Ast, Link, NodeKind, SchemaId},
};

/// Terms that are looked through for one step of the budget.
const TERMS_A_STEP: usize = 64;

impl From<Shape> for Term {
    fn from(shape: Shape) -> Term {
        Term::Shape(Rc::new(shape))
    }
}

impl From<Shape> for Part {
    fn from(shape: Shape) -> Part {
        vec![shape.into()]
    }
}

impl From<SchemaId> for Part {
    fn from(schema: SchemaId) -> Part {
        vec![Term::Schema(schema)]
    }
}

/// The schemas of a list, each as a part.
pub(crate) fn parts(list: &[Link]) -> Vec<Part> {
    list.iter().filter_map(|link| link.schema).map(Part::from).gather()
}

/// Narrows a conjunction by another: adds the terms that it does not have yet.
pub(super) fn narrow_by(work: &Work, part: &mut Part, more: &[Term]) {
    for term in more {
        if !work.step(part.len() / TERMS_A_STEP) {
            return;
        }
        let known = |mine: &Term| match (mine, term) {
            (Term::Schema(mine), Term::Schema(more)) => mine == more,
            (Term::Shape(mine), Term::Shape(more)) => Rc::ptr_eq(mine, more),
            _ => false,
        };
        if !part.iter().any(known) {
            part.push(term.clone());
        }
    }
}

/// Whether a conjunction allows anything: its schemas have only annotations.
pub(crate) fn says_nothing(ast: &Ast<'_>, part: &[Term]) -> bool {
    part.iter().all(|term| match term {
        Term::Shape(shape) => shape.is_only_described(),
        Term::Schema(schema) => match ast.kind(*schema) {
            NodeKind::Boolean(value) => value,
            NodeKind::Object => ast.entries(*schema).iter().all(|entry| entry.keyword.is_annotation()),
            NodeKind::Malformed => false,
        },
    })
}

/// The shape of a branch that has been read.
pub(crate) fn branch(part: &[Term]) -> Option<&Shape> {
    match part {
        [Term::Shape(shape)] => Some(shape),
        _ => None,
    }
}

/// The same, mutable.
pub(crate) fn branch_mut(part: &mut [Term]) -> Option<&mut Shape> {
    match part {
        [Term::Shape(shape)] => Some(Rc::make_mut(shape)),
        _ => None,
    }
}
