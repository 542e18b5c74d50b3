//! Vertex AI.

use super::{
    base::{ENFORCED, PARAMETERS},
    target::{ReferenceForm, Target, UnionForm},
};
use crate::schema::{Keyword, KeywordSet};

/// `parameters` on aiplatform.googleapis.com: the fields of the Gemini API, and `additionalProperties`, `ref` and
/// `defs` (google-api-python-client 2.202.0, aiplatform v1, revision 20261106). A union has no siblings (catalogue:
/// V-anyof-siblings); `ref` may have only description and default as siblings, and `defs` may be at the root only
/// (V-ref-siblings).
pub static VERTEX_AI: Target = Target {
    id: "vertex-ai",
    summary: "Vertex AI, through `parameters`; keeps maps, and recursion by `ref` and `defs`",
    reader: "Vertex AI",
    unknown: "is not a field of Vertex AI's schema; the API rejects the request",
    surfaces: &["both", "vertex"],
    evidence: &[
        "PyPI google-api-python-client 2.202.0 aiplatform.v1 revision 20261106 GoogleCloudAiplatformV1Schema",
        "PyPI google-cloud-aiplatform 2.7.0 openapi.Schema",
        "V-anyof-siblings",
        "V-ref-siblings",
        "V-type-missing",
        "V-root-not-object",
        "N-name-length",
    ],
    held: KeywordSet::of(ENFORCED).with(Keyword::AdditionalProperties).with(Keyword::Ref).with(Keyword::Defs),
    spelled_numbers: true,
    other_formats: true,
    unions: UnionForm::Alone,
    references: ReferenceForm::Plain,
    max_name: 128,
    ..PARAMETERS
};
