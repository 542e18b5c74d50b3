//! Values drawn from schemas, the same for the same seed.

mod dice;
mod drawing;
mod facets;
mod fields;
mod lenient;
mod pattern;
mod texts;

pub(crate) use dice::Dice;
pub(crate) use drawing::{Manner, draw};
pub(crate) use facets::target;
pub(crate) use fields::count_of;
pub(crate) use lenient::lenient;
pub(crate) use texts::Texts;
