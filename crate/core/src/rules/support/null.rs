//! Null among alternatives: whether they allow it, and allowing it.

use super::opened::{MAX_NESTED, open_unions};
use crate::{
    json::JsonId,
    lower::Lower,
    schema::{Keyword, Kinds},
    shape::{Fact, Part, Shape, Term, branch, branch_mut, disjoint, remaining_kinds, subsumes},
};

/// Whether a branch allows `null` and nothing else.
pub(crate) fn is_null(part: &[Term], cx: &Lower<'_, '_>) -> bool {
    branch(part).is_some_and(|shape| {
        let is_null = |value: &JsonId| Kinds::of(cx.model.ast.tape(), *value) == Kinds::NULL;
        let only_null = shape.listed_values().is_some_and(|values| values.list.iter().all(is_null));
        if shape.unions.is_empty() {
            shape.kinds == Kinds::NULL || only_null
        } else {
            remaining_kinds(&cx.model, shape) == Kinds::NULL
        }
    })
}

/// How many alternatives of a union allow null, certainly and possibly.
pub(crate) struct Nulls {
    /// The index of the first that certainly allows it, otherwise of the first that possibly does.
    pub first: Option<usize>,
    pub sure: usize,
    pub unsure: usize,
}

impl Nulls {
    /// Counts the alternatives that allow null.
    pub(crate) fn among<'p>(cx: &Lower<'_, '_>, parts: impl IntoIterator<Item = &'p Part>) -> Nulls {
        let (mut nulls, mut doubtful) = (Nulls { first: None, sure: 0, unsure: 0 }, None);
        for (at, part) in parts.into_iter().enumerate() {
            match allows_null(cx, part) {
                Some(true) => {
                    nulls.first = nulls.first.or(Some(at));
                    nulls.sure += 1;
                }
                Some(false) => {}
                None => {
                    doubtful = doubtful.or(Some(at));
                    nulls.unsure += 1;
                }
            }
        }
        nulls.first = nulls.first.or(doubtful);
        nulls
    }

    /// Whether a union of these alternatives certainly excludes null.
    pub(crate) fn none_in(&self, union: Keyword) -> bool {
        self.sure + self.unsure == 0 || (union == Keyword::OneOf && self.sure > 1)
    }
}

/// Whether a part allows null; `None` if that is unknown.
pub(crate) fn allows_null(cx: &Lower<'_, '_>, part: &[Term]) -> Option<bool> {
    // Nearly always the part is no more than the type null.
    let bare = |open: &Shape| open.kinds == Kinds::NULL && !open.has_structure() && open.unions.is_empty();
    if branch(part).is_some_and(|open| bare(open) && open.facts.iter().all(Fact::is_words)) {
        return Some(true);
    }
    let null = Part::from(Shape::of_kind(JsonId::ROOT, Kinds::NULL));
    let certainty = subsumes(&cx.model, part, &null);
    (certainty || disjoint(&cx.model, part, &null)).then_some(certainty)
}

/// Whether null may be a value of an alternative.
pub(crate) fn may_be_null(cx: &Lower<'_, '_>, part: &Part) -> bool {
    remaining_kinds(&cx.model, &Shape::any_of(JsonId::ROOT, vec![part.clone()])).has(Kinds::NULL)
}

/// Allows null in a node: in a union, one of the branches allows it, or an additional branch where the target has no
/// `nullable` or the branch is a reference.
pub(crate) fn add_null(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize) {
    add_null_within(cx, shape, at, MAX_NESTED);
}

fn add_null_within(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize, levels: usize) {
    let Some(union) = shape.unions.get_mut(at) else {
        return shape.allow_null();
    };
    let null = Shape::of_kind(union.key, Kinds::NULL);
    if !cx.target.takes(Keyword::Nullable) {
        return union.branches.push(null.into());
    }
    open_unions(cx, shape);
    if let Some(union) = shape.unions.get_mut(at).filter(|union| union.keyword == Keyword::OneOf) {
        // `oneOf` excludes a value that two alternatives allow.
        union.branches.retain(|part| !is_null(part, cx));
    }
    if let Some(empty) = shape.unions.iter().find(|union| union.branches.is_empty()).map(|union| union.key) {
        // Only null is left.
        shape.never.take_if(|key| *key == empty);
        shape.unions.clear();
        shape.set_kinds(Kinds::NULL);
        return shape.allow_null();
    }
    let Some(union) = shape.unions.get_mut(at) else { return };
    // A branch without a type later gets one from its keywords, which do not imply null; one for null alone may turn out
    // to exclude it; a reference cannot have the sibling `nullable`.
    let find = |fits: &dyn Fn(&Shape) -> bool| union.branches.iter().position(|part| branch(part).is_some_and(fits));
    let is_null = |open: &Shape| open.typed && open.kinds == Kinds::NULL;
    let is_plain = |open: &Shape| open.unions.is_empty() && !is_null(open);
    let typed = find(&|open| open.typed && is_plain(open));
    let plain = || find(&|open| open.reference.is_none() && is_plain(open));
    let other = || find(&|open| open.reference.is_none() && !is_null(open));
    let any = || find(&|open| open.reference.is_none());
    let at = typed.or_else(plain).or_else(other).or_else(any).unwrap_or(0);
    let Some(first) = union.branches.get_mut(at) else { return };
    match branch_mut(first).filter(|open| open.unions.is_empty() || levels > 0) {
        Some(open) if open.reference.is_some() => union.branches.push(null.into()),
        Some(open) if open.unions.is_empty() => open.allow_null(),
        Some(open) => {
            if open.typed || open.values.is_some() || open.has_structure() {
                open.allow_null();
            }
            add_null_within(cx, open, 0, levels - 1);
        }
        // A limit left the branch unread: null becomes an additional branch.
        None => union.branches.push(null.into()),
    }
}
