//! OpenAI's structured outputs and strict tools.

use super::{
    base::PARAMETERS,
    target::{Door, Patterns, ReferenceForm, Target, UnionForm},
};
use crate::schema::{Keyword, KeywordSet, Kinds, TypeCase};

/// The subset of JSON Schema that OpenAI documents for structured outputs and `strict` tools (read
/// 2026-02): every property required, no others allowed, ten levels, no union at the root. References lead to the root or
/// its definitions, as pydantic-ai holds them to; `openai`'s helpers for zod write `$schema` in every tool.
pub static OPENAI_STRICT: Target = Target {
    id: "openai-strict",
    summary: "OpenAI's structured outputs and strict tools",
    reader: "OpenAI",
    unknown: "is not supported in OpenAI's strict mode; the API rejects the request",
    surfaces: &["openai"],
    evidence: &[
        "OpenAI API documentation: Structured Outputs, supported schemas",
        "PyPI pydantic-ai-slim 2.68.0 profiles/openai.py",
        "npm openai 7.59.0 helpers/zod",
    ],
    door: Door::OpenAi,
    held: KeywordSet::of(HELD),
    ignored: KeywordSet::of(&[Keyword::Title, Keyword::Description, Keyword::SchemaUri]),
    type_case: Some(TypeCase::Lower),
    type_lists: true,
    enums: Kinds::SCALARS,
    empty_member: true,
    formats: &[(
        Kinds::STRING,
        &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
    )],
    unions: UnionForm::Beside,
    references: ReferenceForm::Dollar,
    words_beside_references: false,
    root_references: true,
    name_marks: "_-",
    // Catalogue: OA-name-pattern.
    free_first: true,
    closed_objects: true,
    zero_is_unset: false,
    quoted_numbers: false,
    plain_names: false,
    patterns: Patterns::Re2AndPython,
    max_depth: 10,
    accepted_depth: 10,
    max_declarations: 128,
    max_enum_values: 1_000,
    max_enum_text: 15_000,
    max_properties: 5_000,
    max_text: 120_000,
    ..PARAMETERS
};

const HELD: &[Keyword] = &[
    Keyword::Type,
    Keyword::Format,
    Keyword::Enum,
    Keyword::Const,
    Keyword::Pattern,
    Keyword::MultipleOf,
    Keyword::Minimum,
    Keyword::Maximum,
    Keyword::ExclusiveMinimum,
    Keyword::ExclusiveMaximum,
    Keyword::Items,
    Keyword::MinItems,
    Keyword::MaxItems,
    Keyword::Properties,
    Keyword::Required,
    Keyword::AdditionalProperties,
    Keyword::AnyOf,
    Keyword::Ref,
    Keyword::Defs,
    Keyword::Definitions,
];
