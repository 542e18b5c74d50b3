//! Options of lowering.

use serde::Deserialize;

use crate::{
    schema::{Spelling, TypeCase},
    targets::{Door, Target},
};

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
    /// How the output's envelope spells schemas.
    pub(crate) written: Written,
}

/// How an envelope spells the schemas in it.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    /// The case of type names that it requires; `None` accepts any.
    pub(crate) case: Option<TypeCase>,
    /// The spelling of keywords.
    pub(crate) spelling: Spelling,
}

impl Written {
    /// As in MCP's tools and `OpenAI`'s functions, whatever the target.
    pub(crate) const JSON_SCHEMA: Written = Written { case: Some(TypeCase::Lower), spelling: Spelling::JsonSchema };

    /// As in the target's own declarations.
    pub(crate) fn for_target(target: &Target) -> Written {
        let spelling = if target.door == Door::Parameters { Spelling::Proto } else { Spelling::JsonSchema };
        Written { case: target.type_case, spelling }
    }

    /// The keywords of references and of definitions.
    pub(crate) fn reference_names(self) -> (&'static str, &'static str) {
        if self.spelling == Spelling::Proto { ("ref", "defs") } else { ("$ref", "$defs") }
    }
}
