//! Unions whose alternatives turn out to be fewer, null or constants once they are lowered: the node is then lowered
//! again with what is left of them, so that the rules see it.

use std::{borrow::Cow, mem};

use super::{Lower, Out, OutKey, PartialNode};
use crate::{
    json::Tape,
    order::Gather,
    schema::{Keyword, Kinds},
    shape::{Coding, Fact, ObjectFacts, Part, Shape, Union, branch},
};

impl Lower<'_, '_> {
    /// Whether no member of an object is left, so that it is unconstrained; where values may have a code, it is then
    /// narrowed again, as it may get another one.
    pub(super) fn is_left_empty(&self, shape: &Shape, partial: &PartialNode, had_members: bool) -> bool {
        let empty = partial.members.is_empty() && partial.required.is_empty() && shape.is_plain(Kinds::OBJECT);
        had_members
            && empty
            && partial.unions.is_empty()
            && self.may_code()
            && !self.at_root()
            && shape.coding.is_none()
    }

    /// The shape of a lowered alternative, if it is no more than one listed value with annotations.
    pub(super) fn constant(&self, shape: &Shape, partial: &PartialNode) -> Option<Box<Shape>> {
        if !self.in_union || !shape.unions.is_empty() || !partial.unions.is_empty() || self.target.takes(Keyword::Const)
        {
            return None;
        }
        let tape = self.model.ast.tape();
        let mut left = Cow::Borrowed(shape);
        let no_members = partial.members.is_empty() && partial.required.is_empty() && partial.closing.is_none();
        if no_members && shape.values.is_some() && shape.has_object_facts() {
            left.to_mut().object = ObjectFacts::default();
        }
        let listed = match &shape.coding {
            Some(Coding::Values(list)) if list.len() == 1 && shape.facts.iter().all(Fact::is_words) => {
                list.first().map(|(_, value)| *value)
            }
            None => left.constant_value(tape),
            _ => None,
        };
        let value = listed?;
        let key = shape.values.as_ref().map_or(shape.origin, |values| values.key);
        let stands_for_another = shape.coding.is_none() && shape.lists_in_text(tape);
        let kinds = if stands_for_another { shape.kinds.without(Kinds::NULL) } else { Kinds::of(tape, value) };
        let mut constant = Shape::one_of(shape.origin, key, vec![value]);
        constant.set_kinds(kinds);
        if shape.kinds.has(Kinds::NULL) {
            constant.allow_null();
        }
        constant.facts.extend(shape.words().cloned());
        constant.hints.clone_from(&shape.hints);
        Some(Box::new(constant))
    }

    /// Simplifies the unions of `before`, the shape before its children were lowered, if one alternative of several is
    /// left, one became null that `nullable` can express, or all became constants. Returns whether any was simplified,
    /// so that `before` has to be lowered instead. `after` is the shape after lowering.
    pub(super) fn simplify_unions(&self, before: &mut Shape, after: &Shape, partial: &PartialNode) -> bool {
        let (tape, mut regrouped) = (self.model.ast.tape(), false);
        for (at, union) in before.unions.iter_mut().enumerate() {
            let Some((_, _, node)) = partial.unions.get(at) else { break };
            let kept = kept(union, at, partial);
            let nullable = self.target.takes(Keyword::Nullable);
            // A union with null as its only alternative stays, if the target has null as a type.
            let alone = union.branches.len() == 1 && self.target.types.has(Kinds::NULL);
            for (at, node) in kept.iter().zip(node) {
                let part = &mut union.branches[*at];
                let known = alone || branch(part).is_some_and(|open| open.typed && open.kinds == Kinds::NULL);
                if nullable && !known && is_null(self.model.ast.tape(), &node.out) {
                    *part = Shape::of_kind(union.key, Kinds::NULL).into();
                    regrouped = true;
                }
            }
            // Null that an alternative allows beside other values is not lost with them.
            let allows_null_explicitly = |part: &Part| branch(part).is_some_and(|open| says_null_within(tape, open));
            let gone = |branch: usize| partial.lost.binary_search(&(at, branch)).is_ok();
            let mut lost = union.branches.iter().enumerate().filter(|(branch, _)| gone(*branch));
            if nullable && lost.any(|(_, part)| allows_null_explicitly(part)) {
                let mut left: Vec<Part> = kept.iter().map(|at| mem::take(&mut union.branches[*at])).collect();
                left.push(Shape::of_kind(union.key, Kinds::NULL).into());
                union.branches = left;
                regrouped = true;
                continue;
            }
            let constants: Option<Vec<&Shape>> = node.iter().map(|node| node.constant.as_deref()).collect();
            let is_constant =
                |part: &Part| branch(part).is_some_and(|open| open.constant_value(self.model.ast.tape()).is_some());
            let were = union.branches.iter().all(is_constant);
            if let Some(constants) = constants.filter(|constants| !constants.is_empty() && !were) {
                union.branches = constants.into_iter().map(|constant| constant.clone().into()).collect();
                regrouped = true;
            } else if kept.len() == 1 && union.branches.len() > 1 {
                union.branches.swap(0, kept[0]);
                union.branches.truncate(1);
                regrouped = true;
            }
        }
        if regrouped {
            before.hints.clone_from(&after.hints);
        }
        regrouped
    }

    /// Whether an alternative nests too deep now that it has been wrapped.
    pub(super) fn wraps_too_deep(&self, partial: &PartialNode) -> bool {
        let mut branches = partial.unions.iter().flat_map(|(_, _, branches)| branches);
        branches.any(|node| node.wrapped && self.depth + 1 + node.height as usize > self.target.max_depth)
    }
}

/// Wraps those alternatives of a union in `before` that had to be wrapped once they were lowered: lowered again within
/// the wrapping, they are truncated at the right depth.
pub(super) fn wrap_first(before: &mut Shape, partial: &PartialNode) {
    let (Some(union), Some((_, _, node))) = (before.unions.first_mut(), partial.unions.first()) else { return };
    for (at, node) in kept(union, 0, partial).into_iter().zip(node) {
        let Some(name) = node.wrapping() else { continue };
        let part = &mut union.branches[at];
        *part = Shape::standing_for(union.key, name, mem::take(part)).into();
    }
}

/// Whether a shape, or an alternative of it, explicitly allows null.
fn says_null_within(tape: &Tape<'_>, shape: &Shape) -> bool {
    let mut branches = shape.unions.iter().flat_map(|union| &union.branches).filter_map(|part| branch(part));
    shape.allows_null_anyhow(tape) || branches.any(|open| says_null_within(tape, open))
}

/// The positions of a union's alternatives that are left.
fn kept(union: &Union, at: usize, partial: &PartialNode) -> Vec<usize> {
    (0..union.branches.len()).filter(|branch| partial.lost.binary_search(&(at, *branch)).is_err()).gather()
}

/// Whether an output schema allows only null.
pub(super) fn is_null(tape: &Tape<'_>, out: &Out) -> bool {
    let allows_null_explicitly = |text: &str| text.eq_ignore_ascii_case("\"null\"");
    let is_kind = |value: &Out| match value {
        Out::Text(text) => allows_null_explicitly(text),
        Out::Source(id) => allows_null_explicitly(tape.slice(*id)),
        Out::Object(_) | Out::Array(_) => false,
    };
    match out {
        Out::Source(schema) => {
            let kind = tape.get(*schema, "type");
            kind.is_some_and(|kind| allows_null_explicitly(tape.slice(kind))) && tape.members(*schema).count() == 1
        }
        Out::Object(members) => {
            let keyword = |key: &OutKey| match key {
                OutKey::Name(name) => Keyword::from_name(name),
                OutKey::Text(text) => Keyword::from_name(text),
                OutKey::Source(key) => Keyword::from_name(&tape.key(*key)),
            };
            let only_null = |(key, value): &(OutKey, Out)| match (keyword(key), value) {
                (Keyword::Type, kind) => is_kind(kind),
                (Keyword::AnyOf, Out::Array(branches)) => branches.iter().all(|branch| is_null(tape, branch)),
                (keyword, _) => keyword == Keyword::Format || keyword.is_annotation(),
            };
            let says = |(key, _): &(OutKey, Out)| matches!(keyword(key), Keyword::Type | Keyword::AnyOf);
            members.iter().any(says) && members.iter().all(only_null)
        }
        Out::Text(_) | Out::Array(_) => false,
    }
}
