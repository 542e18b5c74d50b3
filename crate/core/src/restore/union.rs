//! Unions: restored by their guards, encoded by trying.

use std::rc::Rc;

use super::{
    BranchCode,
    matching::Surely,
    steps::TEXT,
    trials::{Checkpoint, Taken, Trials},
    walk::{Direction, Walk},
};
use crate::{
    json::{JsonId, read},
    order::Set,
};

pub(super) fn walk<'c>(walk: &mut Walk<'_, 'c, '_>, branches: &'c [BranchCode], id: JsonId) {
    match walk.direction {
        Direction::Restore => match walk.choose(branches, id) {
            Some(at) => walk.value(branches[at].code.as_ref(), id),
            None => walk.pass(id, &NONE),
        },
        Direction::Encode if walk.trials.depth == 0 => encode(walk, branches, id),
        Direction::Encode => {
            let key = (branches.as_ptr().addr(), id, walk.depth());
            if let Some(known) = walk.trials.results.get(&key).cloned() {
                return walk.put(&known);
            }
            let mark = walk.mark();
            encode(walk, branches, id);
            let taken = walk.take_since(mark);
            walk.put(&taken);
            walk.trials.kept += taken.size();
            if walk.trials.kept <= walk.session.work.limits().memory {
                walk.trials.results.insert(key, Rc::new(taken));
            }
        }
    }
}

/// Steps that a try takes, whatever it writes.
const TRY: usize = 32;

const NONE: &str = "this is of none of the branches";

/// Takes the first branch, by rank, that the value fits in full and whose wire form is restored to it; else the first whose
/// wire form is restored to it; else the value stays. First come the branches that list the value, then those that it
/// surely is of all the way down, then those that nothing known speaks against, then all others of its kind.
fn encode<'c>(walk: &mut Walk<'_, 'c, '_>, branches: &'c [BranchCode], id: JsonId) {
    let table = walk.session.originals(branches);
    let mut union = Union { branches, id, mark: walk.mark(), tried: Set::new(), second_best: None };
    for at in walk.listing(&table, id) {
        if union.takes(walk, at) {
            return;
        }
    }
    let likely = walk.likely(&table, branches, id);
    for surely in [Surely::Yes, Surely::Perhaps] {
        for at in likely.iter() {
            if !walk.count(0) {
                return;
            }
            if !union.tried.contains(&at) && walk.is_of(&branches[at], id, surely) && union.takes(walk, at) {
                return;
            }
        }
    }
    let possible = walk.possible(&table, branches, id);
    for at in possible.iter() {
        if !union.tried.contains(&at) && union.takes(walk, at) {
            return;
        }
    }
    match union.second_best {
        Some(taken) => walk.put(&taken),
        None => walk.pass(id, &NONE),
    }
}

/// A value for which the branch is sought.
struct Union<'c> {
    branches: &'c [BranchCode],
    id: JsonId,
    mark: Checkpoint,
    tried: Set<usize>,
    second_best: Option<Taken>,
}

impl<'c> Union<'c> {
    /// Tries a branch; whether the search ends with it.
    fn takes(&mut self, walk: &mut Walk<'_, 'c, '_>, at: usize) -> bool {
        self.tried.insert(at);
        walk.trials.depth += 1;
        walk.value(self.branches[at].code.as_ref(), self.id);
        walk.trials.depth -= 1;
        if walk.trials.depth == 0 {
            walk.trials = Trials::default();
        }
        let misfits = self.misfits_restored(walk, at);
        if walk.session.work.is_spent() || (misfits == Some(0) && walk.fitted_since(self.mark)) {
            return true;
        }
        let taken = walk.take_since(self.mark);
        if misfits.is_some() {
            self.second_best.get_or_insert(taken);
        }
        false
    }

    /// What does not fit as the wire form of a branch is restored; `None` where another value would come of it.
    fn misfits_restored(&self, walk: &mut Walk<'_, 'c, '_>, at: usize) -> Option<usize> {
        let written = walk.take_text(self.mark);
        walk.session.work.step(TRY + written.len() / TEXT);
        let misfits = read(&written).ok().and_then(|wire| {
            let mut back = walk.back(&wire);
            let chosen = back.choose(self.branches, JsonId::ROOT)?;
            let other = self.branches[chosen].code.as_ref();
            if chosen == at || (self.branches[at].code.is_none() && other.is_none()) {
                return Some(0);
            }
            back.value(other, JsonId::ROOT);
            let (restored, misfits) = back.restored()?;
            walk.is_equal(&restored, self.id).then_some(misfits)
        });
        walk.out.push_str(&written);
        misfits
    }
}
