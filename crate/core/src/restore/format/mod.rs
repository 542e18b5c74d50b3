//! The JSON of codecs, and what is left out of it.

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
