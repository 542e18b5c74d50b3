//! The way back: calls of the declared tools as calls that the MCP server takes, and forth again.
//!
//! **Invariants.** Restoring what was encoded gives the same JSON value, if encoding found nothing that
//! does not fit. What has no code keeps its bytes, in both directions. Nothing is removed save `null` for an
//! absent member, earlier entries of a doubled key and entries named like a member that is there, the latter
//! two with an issue; whatever does not fit its code is passed on as it came, with an issue. Any text and any
//! codec get an answer, in time that grows with their sizes.

mod accepts;
mod any;
mod array;
mod calls;
mod choose;
mod code;
mod codec;
mod dispatch;
mod entries;
mod guard;
mod matching;
mod member;
mod members;
mod object;
mod objects;
mod originals;
mod parse;
mod prune;
mod session;
mod signs;
mod spellings;
mod steps;
mod text;
mod tuple;
mod union;
mod values;
mod walk;

pub use any::AnyCodec;
pub use code::{BranchCode, Code, Guard, ObjectCode, RestCode, TupleCode};
pub use codec::{CODEC_SCHEMA, Call, Codec, Codecs, Misfit};
pub use parse::CodecError;
pub(crate) use session::Session;
