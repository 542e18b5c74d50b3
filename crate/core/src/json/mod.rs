//! JSON text as a tape: an iterative, spanned, lossless reader and a writer.
//!
//! **Invariants.** Reading never recurses and never normalizes: every node knows the bytes it came from, so unchanged
//! values can be written as those bytes. Any nesting, duplicate members, numbers of any size and lone surrogates are
//! kept as they were written (RFC 8259 leaves all four open).

mod compare;
mod decimal;
mod lines;
mod parents;
mod read_error;
mod reader;
mod scalars;
mod serialize;
mod splice;
mod string;
mod tape;
mod writer;

pub(crate) use compare::{ValueSet, canonical};
pub use compare::{equal, same_text};
pub(crate) use decimal::Decimal;
pub use lines::{LineIndex, Position, PositionEncoding};
pub(crate) use parents::{Parents, Step};
pub use read_error::ReadError;
pub(crate) use reader::read_around;
pub use reader::{read, read_document};
pub(crate) use serialize::raw;
pub use serialize::serialize;
pub(crate) use splice::{Piece, range, replace, replace_around, replace_in};
pub use splice::{Splices, place};
pub(crate) use string::character_start;
pub use string::quote;
pub(crate) use string::{Quoted, escape_into, has_lone_surrogate, unescape};
pub(crate) use tape::empty_object;
pub use tape::{JsonId, Kind, Span, Tape};
pub(crate) use writer::{Indent, compact, pretty, write_compact};
