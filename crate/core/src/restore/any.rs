//! The codec of one tool, or of several.

use super::{
    Call, Codec, CodecError, Codecs,
    format::{parse, tape},
};
use crate::{Limits, json::JsonId};

/// The codec of the tool that is called, or those of all tools that may be called.
#[derive(Clone, Debug)]
pub enum AnyCodec {
    /// Of the one tool that is called, under whatever name.
    One(Codec),
    /// Of several, found by name.
    Several(Codecs),
}

impl AnyCodec {
    /// Reads either kind; an object with `tools` has the codecs of several tools.
    ///
    /// # Errors
    /// If the text is neither, or of another version.
    ///
    /// ```
    /// use lapidary::{CodecError, internal::AnyCodec};
    /// assert!(matches!(AnyCodec::from_json(r#"{"version":1}"#), Ok(AnyCodec::One(_))));
    /// assert!(matches!(AnyCodec::from_json(r#"{"version":1,"tools":{}}"#), Ok(AnyCodec::Several(_))));
    /// assert!(matches!(AnyCodec::from_json(r#"{"version":2}"#), Err(CodecError::Version(2))));
    /// ```
    pub fn from_json(text: &str) -> Result<AnyCodec, CodecError> {
        let tape = tape(text)?;
        match tape.get(JsonId::ROOT, "tools") {
            None => parse(&tape).map(AnyCodec::One),
            Some(_) => parse(&tape).map(AnyCodec::Several),
        }
    }

    /// Restores a model's call to the form that the server takes: [`Codec::restore_within`],
    /// [`Codecs::restore_within`].
    #[must_use]
    pub fn restore_within(&self, limits: &Limits, declared: &str, args: &str) -> Call {
        match self {
            AnyCodec::One(codec) => codec.restore_within(limits, declared, args),
            AnyCodec::Several(codecs) => codecs.restore_within(limits, declared, args),
        }
    }

    /// Encodes a call as the model would have made it: [`Codec::encode_within`], [`Codecs::encode_within`].
    #[must_use]
    pub fn encode_within(&self, limits: &Limits, name: &str, args: &str) -> Call {
        match self {
            AnyCodec::One(codec) => codec.encode_within(limits, name, args),
            AnyCodec::Several(codecs) => codecs.encode_within(limits, name, args),
        }
    }
}
