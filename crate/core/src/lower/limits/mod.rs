//! Limits of lowering: the budget of a tool, what exceeded it, and what replaces it.

mod budget;
mod cuts;
mod limit;

pub(super) use budget::{Budget, Scope};
pub(crate) use limit::{Cut, Limit};
pub(super) use limit::{OBJECT, cut_words};
