//! Codecs: calls of the declared tools are restored to calls that the MCP server takes, and encoded in the opposite
//! direction.
//!
//! **Invariants.** Restoring what was encoded gives the same JSON value, unless encoding reported a misfit. Values
//! without a code keep their bytes, in both directions. Nothing is removed but `null` for an absent member, earlier
//! entries of a duplicate key, and entries with the name of a member that is present, the latter two with an issue; a
//! value that does not fit its code is passed on unchanged, with an issue. Any text and any codec get a result, in time
//! that grows with their sizes.

mod any;
mod branches;
mod calls;
mod code;
mod codec;
mod codes;
mod format;
mod guard;
mod members;
mod objects;
mod session;
mod spellings;
mod steps;
mod walk;

pub use any::AnyCodec;
pub use code::{BranchCode, Code, Guard, ObjectCode, RestCode, TupleCode};
pub use codec::{CODEC_SCHEMA, Call, Codec, Codecs, Misfit};
pub use format::CodecError;
pub(crate) use session::Session;
