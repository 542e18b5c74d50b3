//! Options of lowering.

use serde::Deserialize;

use crate::{schema::TypeCase, targets::Target};

/// Whether arguments may have another shape than in the original schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Nothing is encoded: what the model sends is what the server takes.
    #[default]
    DropIn,
    /// Arguments may be encoded; the caller restores calls with the codec.
    RoundTrip,
}

/// What a schema describes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The arguments of a call: an object.
    #[default]
    Arguments,
    /// The model's answer, which may be of any type.
    Response,
}

/// How the schema of a tool is lowered.
#[derive(Clone, Copy)]
pub(crate) struct LowerOptions<'a> {
    /// The target.
    pub(crate) target: &'a Target,
    /// Whether arguments may be encoded.
    pub(crate) mode: Mode,
    /// What the schema describes.
    pub(crate) role: Role,
    /// Whether descriptions state what the output schema cannot express.
    pub(crate) hints: bool,
    /// The case of type names that the output's envelope requires; `None` accepts any.
    pub(crate) case: Option<TypeCase>,
}
