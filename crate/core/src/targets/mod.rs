//! What each target accepts: pure data, dated, with evidence. A rule asks the target; no rule names
//! one.

mod gemini;
mod gemini_api;

use crate::schema::{Keyword, KeywordSet, Kinds, TypeCase};

pub use gemini::GEMINI;
pub use gemini_api::GEMINI_API;

/// Every target, the default first.
pub static TARGETS: &[&Target] = &[&GEMINI, &GEMINI_API];

/// What a target does with a keyword that it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Support {
    /// Accepted and enforced.
    Held,
    /// Accepted, not enforced.
    Ignored,
    /// Not accepted.
    Refused,
}

/// A surface of Gemini, or an intersection of several.
#[derive(Debug)]
pub struct Target {
    /// As it is named in options.
    pub id: &'static str,
    /// One line: what it is for.
    pub summary: &'static str,
    /// The date of the facts.
    pub dated: &'static str,
    /// Where the facts come from: packages with versions, and ids of the error catalogue.
    pub evidence: &'static [&'static str],
    /// Keywords accepted and enforced.
    pub held: KeywordSet,
    /// Keywords accepted and not enforced.
    pub ignored: KeywordSet,
    /// The types that `type` takes.
    pub types: Kinds,
    /// The one spelling of type names, where the target is strict about it.
    pub type_case: Option<TypeCase>,
    /// The formats of each type; any other is refused.
    pub formats: &'static [(Kinds, &'static [&'static str])],
    /// Whether a node with `anyOf` holds nothing else.
    pub union_alone: bool,
    /// Whether a root object may be without properties.
    pub empty_root: bool,
    /// Whether `pattern` must be free of look-around and back-references.
    pub linear_patterns: bool,
    /// Levels of objects and arrays from the root, the root included.
    pub max_depth: usize,
    /// Schemas that unfolding references and unions may add to one tool.
    pub node_budget: usize,
    /// Longest function name, in characters.
    pub max_name: usize,
    /// Most declarations of one request.
    pub max_declarations: usize,
}

impl Target {
    /// The target of that id.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Target> {
        TARGETS.iter().copied().find(|target| target.id == id)
    }

    /// What the target does with a keyword.
    #[must_use]
    pub fn support(&self, keyword: Keyword) -> Support {
        if self.held.has(keyword) {
            Support::Held
        } else if self.ignored.has(keyword) {
            Support::Ignored
        } else {
            Support::Refused
        }
    }

    /// Whether the keyword may leave for this target.
    #[must_use]
    pub fn takes(&self, keyword: Keyword) -> bool {
        self.support(keyword) != Support::Refused
    }

    /// Whether a format may stand on a type.
    #[must_use]
    pub fn takes_format(&self, kind: Kinds, format: &str) -> bool {
        self.formats.iter().any(|(kinds, formats)| kinds.meets(kind) && formats.contains(&format))
    }
}

/// The formats that the Gemini API documented until 2025-10-20, and that no refusal contradicts
/// (catalogue: S-format-string).
const FORMATS: &[(Kinds, &[&str])] = &[
    (Kinds::STRING, &["enum", "date-time"]),
    (Kinds::NUMBER, &["float", "double"]),
    (Kinds::INTEGER, &["int32", "int64"]),
];

/// The fields of `Schema` on every surface (google-ai-generativelanguage 0.12.1 `content.Schema`)
/// that constrain what the model answers.
const ENFORCED: &[Keyword] = &[
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
