//! Values drawn from schemas, the same for the same seed.

pub(crate) mod declaration;
mod dice;
mod facets;
pub(crate) mod fields;
pub(crate) mod original;
mod pattern;

pub(crate) use dice::Dice;
pub(crate) use facets::target;
