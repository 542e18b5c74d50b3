//! Unions: restored by their guards, encoded by trying.

use super::{
    BranchCode, Code,
    guard::{Surely, choose, one_holds},
    values::spelling,
    walk::{Direction, Taken, Walk},
};
use crate::{
    json::{JsonId, Kind, Tape, read},
    order::sort_by_key,
};

/// What tries of branches may cost, in bytes written: so many, or this multiple of the arguments if that is
/// more. Only unions whose branches lead back to themselves come near it; from there on the first branch of
/// the right kind is taken.
const MIN_BUDGET: usize = 1 << 20;
const BUDGET_RATIO: usize = 256;

/// What a try costs beside the bytes that it writes.
const TRY: usize = 256;

/// How much more one costs that has to be restored.
const RESTORED: usize = 4;

pub(super) fn walk<'a>(walk: &mut Walk<'a>, branches: &'a [BranchCode], id: JsonId) {
    match walk.direction {
        Direction::Restore => match choose(branches, walk.tape, id) {
            Some(at) => walk.value(branches[at].code.as_ref(), id),
            None => walk.pass(id, &"this is of none of the branches"),
        },
        Direction::Encode => encode(walk, branches, id),
    }
}

/// Takes the first branch, by rank, that the value fits in full and whose wire form is restored to it; else the first whose
/// wire form is restored to it; else the value stays.
fn encode<'a>(walk: &mut Walk<'a>, branches: &'a [BranchCode], id: JsonId) {
    let (tape, mark) = (walk.tape, walk.mark());
    let budget = tape.text().len().saturating_mul(BUDGET_RATIO).max(MIN_BUDGET);
    let mut second_best: Option<Taken> = None;
    let held = (0..branches.len()).filter(|at| may_hold(&branches[*at], tape, id));
    let mut ranked: Vec<(u8, usize)> = held.map(|at| (rank(&branches[at], tape, id), at)).collect();
    sort_by_key(&mut ranked, |(rank, _)| *rank);
    for (_, at) in ranked {
        let code = branches[at].code.as_ref();
        walk.value(code, id);
        if walk.tried > budget {
            return;
        }
        let mut cost = walk.written_since(mark).len() + TRY;
        let misfits = read(walk.written_since(mark)).ok().and_then(|wire| {
            let chosen = choose(branches, &wire, JsonId::ROOT)?;
            let other = branches[chosen].code.as_ref();
            if chosen == at || (code.is_none() && other.is_none()) {
                return Some(0);
            }
            cost *= RESTORED;
            walk.misfits_restored(other, &wire, id)
        });
        walk.tried += cost;
        if misfits == Some(0) && walk.fitted_since(mark) {
            return;
        }
        let taken = walk.take_since(mark);
        if misfits.is_some() {
            second_best.get_or_insert(taken);
        }
    }
    match second_best {
        Some(taken) => walk.put(taken),
        None => walk.pass(id, &"this is of none of the branches"),
    }
}

/// Whether a branch's values may be of an original's kind.
fn may_hold(branch: &BranchCode, tape: &Tape<'_>, id: JsonId) -> bool {
    let kind = tape.kind(id);
    match &branch.code {
        None => branch.when.fits(tape, id),
        Some(Code::Object(_) | Code::Entries { .. }) => kind == Kind::Object,
        Some(Code::Array(_) | Code::Tuple(_)) => kind == Kind::Array,
        Some(Code::Integer) => kind == Kind::Number,
        Some(_) => true,
    }
}

/// Whether an original is one of the values for which a code has strings.
fn lists(code: Option<&Code>, tape: &Tape<'_>, id: JsonId) -> bool {
    match code {
        Some(Code::Values(originals)) => spelling(originals, tape.slice(id)).is_some(),
        Some(Code::Member { value, .. }) => lists(value.as_deref(), tape, id),
        _ => false,
    }
}

/// The place of a branch among those that are tried for an original: first what lists it, then what it surely is of all
/// the way down, then what nothing known speaks against.
fn rank(branch: &BranchCode, tape: &Tape<'_>, id: JsonId) -> u8 {
    if lists(branch.code.as_ref(), tape, id) {
        0
    } else if holds(branch, tape, id, Surely::Yes) {
        1
    } else if holds(branch, tape, id, Surely::Perhaps) {
        2
    } else {
        3
    }
}

/// Whether an original is of a branch, as far down as is known.
fn holds(branch: &BranchCode, tape: &Tape<'_>, id: JsonId, surely: Surely) -> bool {
    match &branch.code {
        Some(Code::Member { name, .. }) => {
            branch.when.properties.get(name).is_none_or(|guards| one_holds(guards, tape, id, surely))
        }
        Some(Code::Object(object)) if object.contradicts(tape, id) => false,
        Some(Code::Json | Code::Text) => one_holds(&branch.when.items, tape, id, surely),
        _ => branch.when.holds_within(tape, id, surely),
    }
}
