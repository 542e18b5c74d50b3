//! Why a text is no codec.

use std::fmt;

use crate::restore::codec::CODEC_VERSION;

/// Why a text cannot be read as a codec.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodecError {
    /// It is no JSON, or not shaped like a codec; with what is wrong, and where.
    Malformed(String),
    /// It has a format version that this package does not read.
    Version(u32),
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(problem) => write!(f, "not a codec: {problem}"),
            Self::Version(version) => {
                write!(f, "the codec has format {version}; this version reads {CODEC_VERSION}")
            }
        }
    }
}

impl std::error::Error for CodecError {}
