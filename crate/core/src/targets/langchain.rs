//! What LangChain.js passes on to Gemini.

use super::{
    gemini,
    target::{Target, UnionForm},
};
use crate::schema::TypeCase;

/// Schemas handed to the Google converters of LangChain.js (@langchain/google-common 2.3.2,
/// @langchain/google 0.2.6), which throw on unions, lists of types and references, and read types in
/// lower case (catalogue: L-lcjs-union, L-lcjs-typearray, L-lcgoogle-union, L-lcgoogle-ref).
pub static LANGCHAIN: Target = Target {
    id: "langchain",
    summary: "LangChain.js's Google models, which support no unions",
    reader: "LangChain.js",
    unknown: "is not a field of Gemini's schema, to which LangChain.js converts; the API rejects the request",
    surfaces: &["client:@langchain/google-common", "client:@langchain/google", "both", "gemini-api"],
    evidence: &[
        "npm @langchain/google-common 2.3.2",
        "npm @langchain/google 0.2.6",
        "L-lcjs-union",
        "L-lcjs-typearray",
        "L-lcgoogle-union",
        "L-lcgoogle-ref",
    ],
    type_case: Some(TypeCase::Lower),
    unions: UnionForm::Refused,
    // Its converter walks the members of `properties` as if they were those of a schema.
    taken_names: &["additionalProperties", "anyOf", "oneOf", "exclusiveMinimum"],
    ..gemini::EVERYWHERE
};
