//! Unions: a wire value belongs to the first branch whose guard it satisfies, an original to the first that it is known
//! to match.

use crate::{
    json::{JsonId, read},
    restore::{
        BranchCode,
        branches::{Leeway, place},
        steps::TEXT,
        walk::{Direction, Walk},
    },
};

const NONE: &str = "this is of none of the branches";

pub(super) fn walk<'c>(walk: &mut Walk<'_, 'c, '_>, branches: &'c [BranchCode], id: JsonId) {
    let chosen = match walk.direction {
        Direction::Restore => walk.choose(branches, id),
        Direction::Encode => branch_for_original(walk, branches, id),
    };
    let Some(at) = chosen else { return walk.pass(id, &NONE) };
    let start = walk.out.len();
    walk.value(branches[at].code.as_ref(), id);
    if walk.direction == Direction::Encode && !is_restored(walk, branches, at, id, start) {
        walk.misfit(&"another value would be restored from what is written here");
    }
}

/// The branch by which an original is encoded. First come those that list it; then, of those with a wire form for it,
/// those that it matches at all levels, with growing leeway, and the others; then those for its kind.
fn branch_for_original<'c>(walk: &mut Walk<'_, 'c, '_>, branches: &'c [BranchCode], id: JsonId) -> Option<usize> {
    let table = walk.session.originals(branches, &walk.codec.definitions);
    if let Some(listing) = walk.listing(&table, id) {
        return Some(listing);
    }
    let likely = walk.likely(&table, id);
    for leeway in Leeway::GROWING {
        let is_of = |at: &&usize| {
            let branch = &branches[**at];
            walk.is_of(branch, id, leeway) && walk.accepts_branch(branch, id)
        };
        if let Some(at) = likely.iter().find(is_of) {
            return Some(*at);
        }
    }
    let accepts = |at: &&usize| walk.accepts_branch(&branches[**at], id);
    if let Some(at) = likely.iter().find(accepts) {
        return Some(*at);
    }
    let mut of_kind = table.coded[place(walk.tape.kind(id))].iter().copied();
    of_kind.find(|at| {
        let BranchCode { when, code } = &branches[*at];
        code.as_ref().is_some_and(|code| !walk.contradicts(when, code, id))
    })
}

/// Whether the text that a branch wrote for an original, from `start` on, is restored to it.
fn is_restored<'c>(
    walk: &mut Walk<'_, 'c, '_>,
    branches: &'c [BranchCode],
    at: usize,
    id: JsonId,
    start: usize,
) -> bool {
    let written = walk.out.split_off(start);
    walk.session.work.step(1 + written.len() / TEXT);
    let is_restored = read(&written).is_ok_and(|wire| {
        let mut back = walk.back(&wire);
        match back.choose(branches, JsonId::ROOT) {
            Some(chosen) if chosen == at => true,
            Some(other) => {
                back.value(branches[other].code.as_ref(), JsonId::ROOT);
                let restored = back.restored();
                walk.is_equal(&restored, id)
            }
            None => false,
        }
    });
    walk.out.push_str(&written);
    is_restored
}
