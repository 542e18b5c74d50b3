//! JSON text as a tape: an iterative, spanned, lossless reader and a writer.
//!
//! **Invariants.** Reading never recurses and never normalises: every node knows the bytes it came
//! from, so what is not changed can leave as those bytes. Any nesting, duplicate members, numbers of
//! any size and lone surrogates are kept as they were written (RFC 8259 leaves all four open).

mod compare;
mod decimal;
mod lines;
mod reader;
mod string;
mod tape;
mod writer;

pub use compare::equal;
pub use decimal::Decimal;
pub use lines::{LineIndex, Position, PositionEncoding};
pub use reader::{ReadError, ReadErrorKind, read, read_document};
pub(crate) use string::character_start;
pub use string::{escape_into, has_lone_surrogate, quote, unescape};
pub(crate) use tape::empty_object;
pub use tape::{JsonId, Kind, Members, Span, Tape};
pub use writer::{Indent, pretty, write_compact};
