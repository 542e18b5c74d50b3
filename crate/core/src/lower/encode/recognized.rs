//! Alternatives that are recognized by the guards of their originals.

use super::guards::differ;
use crate::{
    order::{Gather, Map},
    restore::Guard,
    schema::Kinds,
};

/// Whether no original satisfies both a guard of `mine` and one of `theirs`.
pub(super) fn originals_are_apart(mine: &[Guard], theirs: &[Guard]) -> bool {
    let are_other = |a: &Guard, b: &Guard| {
        let apart =
            |(name, mine): (&String, &Vec<String>)| b.constants.get(name).is_some_and(|theirs| differ(mine, theirs));
        (a.kind != b.kind && !(is_number(a) && is_number(b))) || a.constants.iter().any(apart)
    };
    let apart = non_null(mine).all(|a| non_null(theirs).all(|b| are_other(a, b)));
    !mine.is_empty() && !theirs.is_empty() && apart
}

fn is_number(guard: &Guard) -> bool {
    guard.kind.meets(Kinds::NUMBERS)
}

/// The guards of a list that are not for null.
fn non_null(guards: &[Guard]) -> impl Iterator<Item = &Guard> {
    guards.iter().filter(|guard| guard.kind != Kinds::NULL)
}

/// For each of many alternatives, whether it is the only one of its type, or lists strings that no other lists where
/// all of its type list some. An alternative without guards may be anything.
pub(super) fn recognized_by_constants(alternatives: &[Vec<Guard>]) -> Vec<bool> {
    let kind = |guard: &Guard| if is_number(guard) { Kinds::NUMBER } else { guard.kind };
    let (mut kinds, mut names, mut strings) = (Map::new(), Map::new(), Map::new());
    for guard in alternatives.iter().flat_map(|guards| non_null(guards)) {
        *kinds.or_default(kind(guard)) += 1_usize;
        for (name, listed) in &guard.constants {
            *names.or_default((kind(guard), name)) += 1_usize;
            for string in listed {
                *strings.or_default((kind(guard), name, string)) += 1_usize;
            }
        }
    }
    let anything = alternatives.iter().any(Vec::is_empty);
    let is_told = |guard: &Guard| {
        let count = kinds.get(&kind(guard));
        let tells = |(name, listed): (&String, &Vec<String>)| {
            let once = |string: &String| strings.get(&(kind(guard), name, string)) == Some(&1);
            names.get(&(kind(guard), name)) == count && listed.iter().all(once)
        };
        count == Some(&1) || guard.constants.iter().any(tells)
    };
    alternatives.iter().map(|guards| !anything && non_null(guards).all(is_told)).gather()
}
