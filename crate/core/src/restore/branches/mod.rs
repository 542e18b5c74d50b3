//! Finding the branch of a union that a value belongs to, in either direction.

mod accepts;
mod choose;
mod features;
mod matching;
mod originals;

pub(super) use self::{
    features::BranchIndex,
    matching::Leeway,
    originals::{OriginalIndex, place},
};
