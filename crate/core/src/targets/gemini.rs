//! All Gemini surfaces at once, with the strict reading of each unresolved fact.

use super::{
    base::PARAMETERS,
    target::{Patterns, Target, UnionForm},
};
use crate::schema::{Keyword, KeywordSet, Kinds, TypeCase};

/// `parameters` on the Gemini API, Vertex AI, the Live API and gateways: what all of them take. `title`, `default` and
/// `propertyOrdering` are fields today but were rejected until 2025-04 (catalogue: P-unknown-title-2024,
/// P-unknown-default-2024), and Vertex's published proto has no NULL type (google-cloud-aiplatform 2.7.0), so the
/// output has none of them.
pub static GEMINI: Target = EVERYWHERE;

pub(super) const EVERYWHERE: Target = Target {
    id: "gemini",
    summary: "every Gemini API, through `parameters`: the strictest common subset",
    surfaces: &["both", "gemini-api", "vertex"],
    evidence: &[
        "PyPI google-ai-generativelanguage 0.12.1 content.Schema",
        "PyPI google-cloud-aiplatform 2.7.0 openapi.Schema",
        "V-anyof-siblings",
        "S-object-empty-properties",
        "S-enum-nonstring-type",
        "S-format-string",
        "N-name-length",
        "P-too-deep",
    ],
    ignored: KeywordSet::of(&[Keyword::Description, Keyword::Example]),
    types: Kinds::ALL_BUT_NULL,
    type_case: Some(TypeCase::Upper),
    unions: UnionForm::Alone,
    empty_root: false,
    patterns: Patterns::Re2,
    ..PARAMETERS
};
