//! Codecs: calls of the declared tools are restored to calls that the MCP server takes, and encoded in the opposite
//! direction.
//!
//! **Invariants.** Restoring what was encoded gives the same JSON value, unless encoding reported a misfit. Values
//! without a code keep their bytes, in both directions. Nothing is removed but `null` for an absent member, earlier
//! entries of a duplicate key, and entries with the name of a member that is present, the latter two with an issue; a
//! value that does not fit its code is passed on unchanged, with an issue. Any text and any codec get a result, in time
//! that grows with their sizes.

mod accepts;
mod any;
mod array;
mod calls;
mod choose;
mod code;
mod codec;
mod codec_error;
mod cursor;
mod dispatch;
mod entries;
mod features;
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
mod size;
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
pub use codec_error::CodecError;
pub(crate) use session::Session;
