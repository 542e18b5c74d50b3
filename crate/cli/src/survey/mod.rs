//! The outcomes of the tools of a document, for the checked target and for others.

mod better;
mod measured;
mod scope;
mod sizes;

pub(crate) use better::Comparison;
pub(crate) use measured::{Measured, Outcome, Survey, emptied_place, omitted};
pub(crate) use scope::Scope;
pub(crate) use sizes::{Tokens, growth, separated};
