//! The Gemini API as it is today.

use super::{base::PARAMETERS, target::Target};

/// `parameters` on generativelanguage.googleapis.com: the 22 fields of `content.Schema`
/// (google-ai-generativelanguage 0.12.1). `title`, `default`, `example` and `propertyOrdering` are
/// accepted and constrain nothing (catalogue: Q-default-ignored); type names are read in any case.
pub static GEMINI_API: Target = Target {
    id: "gemini-api",
    summary: "the Gemini API, through `parameters`; keeps all 22 fields",
    evidence: &[
        "PyPI google-ai-generativelanguage 0.12.1 content.Schema",
        "S-enum-nonstring-type",
        "S-format-string",
        "N-name-length",
        "P-too-deep",
    ],
    ..PARAMETERS
};
