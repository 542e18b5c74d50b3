//! Envelopes: which schemas a document holds, and how each is put back.

mod detect;
mod emit;
mod foreign;
mod splice;

use serde::Deserialize;

pub use detect::EnvelopeKind;
pub(crate) use detect::{Envelope, detect};
pub(crate) use detect::{openai_request, request};
pub(crate) use emit::{declaration_text, emit, pieces, type_case};
pub(crate) use splice::{Piece, replace};
pub use splice::{Splices, place};

/// What the output is wrapped in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Emit {
    /// Gemini function declarations; an envelope that holds such already stays.
    #[default]
    Declarations,
    /// The envelope that came in.
    Same,
    /// A `generateContent` body: `{"tools":[{"functionDeclarations":[…]}]}`.
    Request,
}
