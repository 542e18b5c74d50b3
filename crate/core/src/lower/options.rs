//! Options of lowering.

use serde::Deserialize;

use crate::{schema::TypeCase, targets::Target};

/// Whether arguments come back in the original's shape by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Nothing is coded: what the model sends is what the server takes.
    #[default]
    DropIn,
    /// Arguments may be coded; the caller restores calls with the codec.
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

/// What the schemas of one tool are lowered to.
#[derive(Clone, Copy)]
pub(crate) struct LowerOptions<'a> {
    /// The target.
    pub(crate) target: &'a Target,
    /// Whether arguments may be coded.
    pub(crate) mode: Mode,
    /// What the schema describes.
    pub(crate) role: Role,
    /// Whether descriptions say what the output cannot.
    pub(crate) hints: bool,
    /// The spelling of type names that the output's envelope asks for; `None` takes any.
    pub(crate) case: Option<TypeCase>,
}
