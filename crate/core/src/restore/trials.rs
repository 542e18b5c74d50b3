//! What a walk wrote on trial.

use std::rc::Rc;

use super::codec::Misfit;
use crate::{json::JsonId, order::Map};

/// A place in the output to which a walk can go back.
#[derive(Clone, Copy)]
pub(super) struct Checkpoint {
    pub(super) out: usize,
    pub(super) listed: usize,
    pub(super) count: usize,
    pub(super) too_deep: bool,
}

/// What a walk wrote since a mark, taken out again.
pub(super) struct Taken {
    pub(super) text: String,
    pub(super) misfits: Vec<Misfit>,
    pub(super) count: usize,
    pub(super) too_deep: bool,
}

impl Taken {
    /// Its bytes.
    pub(super) fn size(&self) -> usize {
        let misfits = self.misfits.iter().map(|misfit| misfit.pointer.len() + misfit.message.len());
        self.text.len() + misfits.sum::<usize>()
    }
}

/// A union by the address of its branches, a value, and how many codes the value is in.
type Meeting = (usize, JsonId, usize);

/// What was written of unions inside of others: each branch of those would else write it again, and so on inside of them.
#[derive(Default)]
pub(super) struct Trials {
    /// How many branches are being tried, one inside the other.
    pub(super) depth: usize,
    pub(super) results: Map<Meeting, Rc<Taken>>,
    /// The bytes of the results, and of those that are too many to be kept.
    pub(super) kept: usize,
}
