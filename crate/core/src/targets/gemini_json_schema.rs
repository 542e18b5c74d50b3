//! Gemini's fields for JSON Schema.

use super::{
    base::PARAMETERS,
    target::{Door, ReferenceForm, Target},
};
use crate::schema::{Keyword, KeywordSet, Kinds, TypeCase};

/// `parametersJsonSchema` and `responseJsonSchema` on the Gemini API and Vertex AI, for Gemini 2.5 and later
/// (catalogue: J-old-model), not on the Live API (J-live-unsupported). Held are the keywords that the documentation of
/// `GenerationConfig.response_json_schema` lists (google-ai-generativelanguage 0.12.1); those that it does not list are
/// accepted and not enforced (Q-ignored-keywords, and the conversions of AI SDK 4.0.121 and @google/genai 3.3.0, which
/// pass them on). Of those not enforced, this target rejects the ones that have an enforced equivalent: `allOf`,
/// `const`, exclusive bounds.
pub static GEMINI_JSON_SCHEMA: Target = Target {
    id: "gemini-json-schema",
    summary: "`parametersJsonSchema` and `responseJsonSchema`; keeps references, maps and tuples",
    requires: "Gemini 2.5 and later, not the Live API",
    unknown: "is not a keyword that Gemini reads in `parametersJsonSchema`",
    surfaces: &["both", "gemini-api", "vertex", "code-assist"],
    evidence: &[
        "PyPI google-ai-generativelanguage 0.12.1 GenerationConfig.response_json_schema",
        "PyPI google-genai 3.6.1 interactions Function.parameters",
        "J-undefined-ref",
        "J-ref-siblings",
        "J-ref-loop",
        "J-boolean-subschema",
        "Q-ignored-keywords",
        "Q-const-response",
        "N-name-length",
    ],
    door: Door::JsonSchema,
    held: KeywordSet::of(HELD),
    ignored: KeywordSet::of(IGNORED),
    type_case: Some(TypeCase::Lower),
    type_lists: true,
    complete_nodes: false,
    enums: Kinds::STRING.with(Kinds::NUMBER).with(Kinds::INTEGER).with(Kinds::NULL),
    empty_member: true,
    formats: &[(Kinds::STRING, &["date-time", "date", "time"])],
    other_formats: true,
    references: ReferenceForm::Dollar,
    zero_is_unset: false,
    quoted_numbers: false,
    plain_names: false,
    ..PARAMETERS
};

const HELD: &[Keyword] = &[
    Keyword::Type,
    Keyword::Format,
    Keyword::Enum,
    Keyword::Items,
    Keyword::PrefixItems,
    Keyword::MinItems,
    Keyword::MaxItems,
    Keyword::Minimum,
    Keyword::Maximum,
    Keyword::AnyOf,
    Keyword::OneOf,
    Keyword::Properties,
    Keyword::AdditionalProperties,
    Keyword::Required,
    Keyword::Ref,
    Keyword::Defs,
    Keyword::Id,
    Keyword::Anchor,
];

const IGNORED: &[Keyword] = &[
    Keyword::Title,
    Keyword::Description,
    Keyword::Default,
    Keyword::Example,
    Keyword::Examples,
    Keyword::PropertyOrdering,
    Keyword::SchemaUri,
    Keyword::Comment,
    Keyword::ReadOnly,
    Keyword::WriteOnly,
    Keyword::Deprecated,
    Keyword::MinLength,
    Keyword::MaxLength,
    Keyword::MinProperties,
    Keyword::MaxProperties,
    Keyword::UniqueItems,
    Keyword::Contains,
    Keyword::MinContains,
    Keyword::MaxContains,
    Keyword::Pattern,
    Keyword::MultipleOf,
    Keyword::Not,
    Keyword::If,
    Keyword::Then,
    Keyword::Else,
    Keyword::PatternProperties,
    Keyword::PropertyNames,
    Keyword::DependentRequired,
    Keyword::DependentSchemas,
    Keyword::UnevaluatedProperties,
    Keyword::UnevaluatedItems,
    Keyword::ContentMediaType,
    Keyword::ContentEncoding,
    Keyword::ContentSchema,
    Keyword::Discriminator,
    Keyword::ExternalDocs,
    Keyword::Xml,
    Keyword::Unknown,
];
