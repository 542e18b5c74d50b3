//! What the surfaces of Gemini have in common.

use super::{
    derivation::Derivation,
    target::{Door, Patterns, ReferenceForm, Target, UnionForm},
};
use crate::schema::{Keyword, KeywordSet, Kinds};

/// The formats that the Gemini API documented until 2025-10-20, and that no error contradicts
/// (catalogue: S-format-string).
const FORMATS: &[(Kinds, &[&str])] = &[
    (Kinds::STRING, &["enum", "date-time"]),
    (Kinds::NUMBER, &["float", "double"]),
    (Kinds::INTEGER, &["int32", "int64"]),
];

/// The fields of `Schema` on every surface (google-ai-generativelanguage 0.12.1 `content.Schema`)
/// that constrain what the model answers.
pub(super) const ENFORCED: &[Keyword] = &[
    Keyword::Type,
    Keyword::Format,
    Keyword::Nullable,
    Keyword::Enum,
    Keyword::Items,
    Keyword::MaxItems,
    Keyword::MinItems,
    Keyword::Properties,
    Keyword::Required,
    Keyword::MinProperties,
    Keyword::MaxProperties,
    Keyword::Minimum,
    Keyword::Maximum,
    Keyword::MinLength,
    Keyword::MaxLength,
    Keyword::Pattern,
    Keyword::AnyOf,
];

/// What the surfaces of `parameters` have in common.
pub(super) const PARAMETERS: Target = Target {
    id: "",
    summary: "",
    requires: "",
    reader: "Gemini",
    unknown: "is not a field of Gemini's schema; the API rejects the request",
    surfaces: &["both", "gemini-api"],
    dated: "2026-11-16",
    evidence: &[],
    door: Door::Parameters,
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
    type_lists: false,
    complete_nodes: true,
    enums: Kinds::STRING,
    spelled_numbers: false,
    empty_member: false,
    formats: FORMATS,
    other_formats: false,
    unions: UnionForm::Beside,
    references: ReferenceForm::Refused,
    words_beside_references: true,
    root_references: false,
    name_marks: "_.:-",
    free_first: false,
    root_name_marks: None,
    empty_root: true,
    closed_objects: false,
    is_lax: false,
    patterns: Patterns::Any,
    zero_is_unset: true,
    quoted_numbers: true,
    plain_names: true,
    taken_names: &[],
    max_depth: 20,
    // Catalogue: P-too-deep. The root, and what 30 levels of `properties` hold.
    accepted_depth: 31,
    max_enum_values: usize::MAX,
    max_enum_text: usize::MAX,
    max_properties: usize::MAX,
    max_text: usize::MAX,
    node_budget: 16_000,
    max_name: 64,
    max_declarations: 512,
    chooses: false,
    derivation: Derivation::NONE,
    dropped: KeywordSet::EMPTY,
};
