//! Envelopes: which schemas a document contains, and how each is written back.

mod array;
mod detect;
mod emit;
mod foreign;
mod frame;
mod kind;
mod tools;

use serde::Deserialize;

pub(crate) use detect::detect;
pub use detect::is_recognized;
pub(crate) use emit::{declaration_text, emit, empty_parameters, empty_schema, pieces, written};
pub(crate) use frame::frame;
pub use kind::EnvelopeKind;
pub(crate) use tools::{Envelope, openai_request, request};

/// The envelope of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Emit {
    /// Function declarations; a document that has Gemini declarations already keeps its envelope.
    #[default]
    Declarations,
    /// The envelope of the input.
    Same,
    /// A `generateContent` body: `{"tools":[{"functionDeclarations":[…]}]}`.
    Request,
}
