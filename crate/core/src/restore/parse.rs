//! Codecs from their JSON, of this format's version alone.

use std::fmt;

use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};

use super::{CODEC_VERSION, Call, Codec, Codecs};

/// Why a text gives no codec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodecError {
    /// It is not shaped like one, or no JSON; what is wrong, and where.
    Malformed(String),
    /// It is of a format that this package does not read.
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

/// What tells codecs apart, whatever else their format has.
#[derive(Deserialize)]
struct Head {
    version: u32,
    tools: Option<IgnoredAny>,
}

impl Head {
    fn read(text: &str) -> Result<Head, CodecError> {
        let head: Head = parse(text)?;
        if head.version == CODEC_VERSION { Ok(head) } else { Err(CodecError::Version(head.version)) }
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, CodecError> {
    serde_json::from_str(text).map_err(|error| CodecError::Malformed(error.to_string()))
}

impl Codec {
    /// Reads a codec.
    ///
    /// # Errors
    /// If the text is no codec, or one of another version.
    pub fn from_json(text: &str) -> Result<Codec, CodecError> {
        Head::read(text)?;
        parse(text)
    }
}

impl Codecs {
    /// Reads the codecs of several tools.
    ///
    /// # Errors
    /// If the text is no such object, or it or a codec in it is of another version.
    pub fn from_json(text: &str) -> Result<Codecs, CodecError> {
        Head::read(text)?;
        let codecs: Codecs = parse(text)?;
        let other = codecs.tools.values().map(|codec| codec.version).find(|version| *version != CODEC_VERSION);
        other.map_or(Ok(codecs), |version| Err(CodecError::Version(version)))
    }
}

/// The codec of the tool that is called, or those of all tools that may be.
#[derive(Clone, Debug)]
pub enum AnyCodec {
    /// Of the one tool that is called, under whatever name.
    One(Codec),
    /// Of several, found by name.
    Several(Codecs),
}

impl AnyCodec {
    /// Reads either; what has `tools` is the codecs of several.
    ///
    /// # Errors
    /// If the text is neither, or of another version.
    ///
    /// ```
    /// use lapidary::restore::{AnyCodec, CodecError};
    /// assert!(matches!(AnyCodec::from_json(r#"{"version":1}"#), Ok(AnyCodec::One(_))));
    /// assert!(matches!(AnyCodec::from_json(r#"{"version":1,"tools":{}}"#), Ok(AnyCodec::Several(_))));
    /// assert!(matches!(AnyCodec::from_json(r#"{"version":2}"#), Err(CodecError::Version(2))));
    /// ```
    pub fn from_json(text: &str) -> Result<AnyCodec, CodecError> {
        match Head::read(text)?.tools {
            None => parse(text).map(AnyCodec::One),
            Some(_) => Codecs::from_json(text).map(AnyCodec::Several),
        }
    }

    /// A model's call as the server takes it: [`Codec::restore`], [`Codecs::restore`].
    #[must_use]
    pub fn restore(&self, declared: &str, args: &str) -> Call {
        match self {
            AnyCodec::One(codec) => codec.restore(declared, args),
            AnyCodec::Several(codecs) => codecs.restore(declared, args),
        }
    }

    /// A call as the model would have made it: [`Codec::encode`], [`Codecs::encode`].
    #[must_use]
    pub fn encode(&self, name: &str, args: &str) -> Call {
        match self {
            AnyCodec::One(codec) => codec.encode(name, args),
            AnyCodec::Several(codecs) => codecs.encode(name, args),
        }
    }
}
