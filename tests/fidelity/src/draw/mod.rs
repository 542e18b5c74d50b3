//! Values drawn from schemas, the same for the same seed.

mod dice;
mod drawing;
mod facets;
mod fields;
mod lenient;
mod pattern;
mod texts;

pub use dice::{Dice, Range, Span};
pub use drawing::{Manner, draw};
pub use facets::target;
pub use fields::count_of;
pub use lenient::lenient;
pub use texts::Texts;
