//! Whether alternatives can be distinguished by what can be seen of a wire value.

use super::{
    guards::{MAX_PAIRED, differ, guards},
    recognized::recognized_by_constants,
    wrapping::is_wrapped,
};
use crate::{
    limits::Work,
    lower::{Discriminant, LoweredNode},
    order::{Gather, Set},
    restore::{Code, Guard},
    schema::Kinds,
};

/// The most members of a union's alternatives that the code of each of them lists.
const MAX_POOLED: usize = 64;

/// For each alternative, whether no wire value matches both it and another one. Where there are too many to compare
/// pairwise, only types and listed strings count.
pub(super) fn apart_from_all(branches: &[LoweredNode]) -> Vec<bool> {
    if branches.len() > MAX_PAIRED {
        let known = |node: &LoweredNode| match node.discriminant().kinds {
            Kinds::NULL => vec![Guard::of_kind(Kinds::NULL)],
            _ => guards(node.discriminant()),
        };
        return recognized_by_constants(&branches.iter().map(known).gather());
    }
    let is_apart = |at: usize| {
        (0..branches.len())
            .all(|other| other == at || are_apart(branches[at].discriminant(), branches[other].discriminant()))
    };
    (0..branches.len()).map(is_apart).gather()
}

/// Whether no wire value matches both: they differ in type, in listed strings, or in a member that one requires and the
/// other does not declare.
pub(super) fn are_apart(a: &Discriminant, b: &Discriminant) -> bool {
    let numbers = |kinds: Kinds| if kinds.meets(Kinds::NUMBERS) { kinds.with(Kinds::NUMBERS) } else { kinds };
    if a.kinds == Kinds::NULL || b.kinds == Kinds::NULL {
        return true;
    }
    let (left, right) = (numbers(a.kinds).without(Kinds::NULL), numbers(b.kinds).without(Kinds::NULL));
    if left.is_empty() || right.is_empty() {
        return false;
    }
    if !left.meets(right) {
        return true;
    }
    let shared = left.intersect(right);
    if shared.without(Kinds::INTEGER).count() > 1 {
        return false;
    }
    if shared == Kinds::STRING {
        return matches!((&a.strings, &b.strings), (Some(mine), Some(theirs)) if differ(mine, theirs));
    }
    let by_tag = a.tags.iter().any(|(name, mine)| b.tags.get(name).is_some_and(|theirs| differ(mine, theirs)));
    shared == Kinds::OBJECT && (by_tag || undeclared(a, b).is_some() || undeclared(b, a).is_some())
}

/// Whether a member with listed strings, which all values of `mine` have, excludes that they are of `theirs`.
fn is_excluded_by_tag(mine: &Discriminant, theirs: &Discriminant) -> bool {
    let listed = |name| theirs.tags.get(name).or_else(|| theirs.optional_tags.get(name));
    let mut tags = mine.tags.iter().filter(|(name, _)| !mine.nulls.contains(*name));
    tags.any(|(name, strings)| listed(name).is_some_and(|others| differ(strings, others)))
}

/// A member that values of `theirs` have, and values of `mine` cannot have.
fn undeclared<'d>(mine: &Discriminant, theirs: &'d Discriminant) -> Option<&'d String> {
    let declared = mine.declared.as_ref()?;
    theirs.required.iter().find(|name| !declared.contains(*name))
}

/// For each alternative, in the order in which their guards are tried, the members that show that a value is of a later
/// one, although it has all that this one requires.
pub(super) fn members_of_later(order: &[&LoweredNode], work: &Work) -> Vec<Vec<String>> {
    let members = |(at, node): (usize, &&LoweredNode)| {
        let mine = node.discriminant();
        let later = order[at + 1..].iter().filter(|other| work.step(1) && !is_wrapped(other));
        let shown = later.filter_map(|other| {
            let theirs = other.discriminant();
            let both = mine.kinds.intersect(theirs.kinds).has(Kinds::OBJECT);
            let is_shown = undeclared(theirs, mine).is_some() || is_excluded_by_tag(mine, theirs);
            undeclared(mine, theirs).filter(|_| both && !is_shown).cloned()
        });
        shown.gather()
    };
    // Many alternatives are distinguished by types and listed strings alone.
    if order.len() > MAX_PAIRED {
        vec![Vec::new(); order.len()]
    } else {
        order.iter().enumerate().map(members).gather()
    }
}

/// For each alternative that allows only declared members, those of the others that it does not declare: null stands for
/// their absence there, unless it is a value of any.
pub(super) fn members_of_others(order: &[&LoweredNode], work: &Work) -> Vec<Vec<String>> {
    let (mut names, mut nulls): (Set<&String>, Set<&String>) = (Set::new(), Set::new());
    for node in order {
        let (known, optional) = (node.discriminant(), optional(node));
        nulls.extend(known.nulls.iter().filter(|name| !optional.contains(name)));
        names.extend(known.required.iter().chain(optional.iter().copied()));
    }
    let is_closed = |node: &LoweredNode| node.discriminant().guards.iter().any(|guard| guard.closed);
    let others = |node: &&LoweredNode| match &node.discriminant().declared {
        Some(declared) if names.len() <= MAX_POOLED && is_closed(node) && work.step(names.len()) => {
            let own = optional(node);
            let is_other =
                |name: &&&String| !declared.contains(**name) && !own.contains(*name) && !nulls.contains(*name);
            names.iter().filter(is_other).map(|name| (*name).clone()).gather()
        }
        _ => Vec::new(),
    };
    order.iter().map(others).gather()
}

/// The members for whose absence null stands.
fn optional(node: &LoweredNode) -> Set<&String> {
    node.code.as_ref().and_then(Code::object).iter().flat_map(|object| &object.optional).collect()
}
