//! The JSON of codecs, and which codes it omits.

mod codec_error;
mod cursor;
mod parse;
mod prune;
mod size;

pub(super) use self::{
    parse::{parse, tape},
    prune::{prune_members, useful},
};
pub use codec_error::CodecError;
