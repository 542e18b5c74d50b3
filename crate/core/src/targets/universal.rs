//! One schema for several providers.

use super::{
    gemini,
    target::{Patterns, Target},
};
use crate::schema::TypeCase;

/// What `parameters` of every Gemini surface, OpenAI's tools without `strict` and Claude's
/// `input_schema` all take: the strictest of them, Gemini, in JSON Schema's own spelling.
pub static UNIVERSAL: Target = Target {
    id: "universal",
    summary: "one schema for Gemini's `parameters`, OpenAI without `strict`, and Claude",
    unknown: "is not a field of Gemini's schema; its API rejects the request",
    surfaces: &["both", "gemini-api", "vertex", "openai", "anthropic"],
    type_case: Some(TypeCase::Lower),
    quoted_numbers: false,
    name_marks: "_-",
    root_name_marks: Some("_.-"),
    is_lax: true,
    patterns: Patterns::Re2AndPython,
    ..gemini::EVERYWHERE
};
