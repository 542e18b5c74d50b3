//! The Gemini API as it is today.

use super::{ENFORCED, FORMATS, Target};
use crate::schema::{Keyword, KeywordSet, Kinds};

/// `parameters` on generativelanguage.googleapis.com: the 22 fields of `content.Schema`
/// (google-ai-generativelanguage 0.12.1). `title`, `default`, `example` and `propertyOrdering` are
/// accepted and constrain nothing (catalogue: Q-default-ignored); type names are read in any case.
pub static GEMINI_API: Target = Target {
    id: "gemini-api",
    summary: "the Gemini API as it is today, through `parameters`; keeps all 22 fields",
    dated: "2026-11-16",
    evidence: &[
        "PyPI google-ai-generativelanguage 0.12.1 content.Schema",
        "S-enum-nonstring-type",
        "S-format-string",
        "N-name-length",
        "P-too-deep",
    ],
    held: KeywordSet::of(ENFORCED),
    ignored: KeywordSet::of(&[
        Keyword::Title,
        Keyword::Description,
        Keyword::Default,
        Keyword::Example,
        Keyword::PropertyOrdering,
    ]),
    types: Kinds::ALL,
    type_case: None,
    formats: FORMATS,
    union_alone: false,
    empty_root: true,
    linear_patterns: false,
    max_depth: 20,
    node_budget: 4_000,
    max_name: 64,
    max_declarations: 512,
};
