//! How a derived target is stricter than its base.

use std::fmt;

use crate::schema::{Keyword, KeywordSet, TypeCase};

/// The restrictions of a derived target, compared with the target that it is derived from.
///
/// ```
/// use lapidary::{Derivation, GEMINI_API, Options, Output, transform_text};
/// let derivation = Derivation::default().reject("title")?.max_name(63);
/// let options = Options::new(&GEMINI_API.derived(&derivation));
/// let tool = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string","title":"A"}}}}"#;
/// assert!(!transform_text(tool, &options, &Output::default())?.contains("title"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    pub(super) refused: KeywordSet,
    pub(super) max_depth: Option<usize>,
    pub(super) max_name: Option<usize>,
    pub(super) type_case: Option<TypeCase>,
}

/// The keywords that no target can do without: rules write them in place of others, and OpenAI's strict mode requires
/// `additionalProperties`. A rule removes any other keyword that the target rejects.
const INDISPENSABLE: KeywordSet = KeywordSet::of(&[
    Keyword::Type,
    Keyword::Nullable,
    Keyword::Description,
    Keyword::Enum,
    Keyword::Properties,
    Keyword::Required,
    Keyword::AdditionalProperties,
    Keyword::Items,
]);

impl Derivation {
    /// No restrictions.
    pub(super) const NONE: Derivation =
        Derivation { refused: KeywordSet::EMPTY, max_depth: None, max_name: None, type_case: None };

    /// The smallest limit on the length of names: a letter, and the suffix that keeps mapped names apart.
    pub const MIN_NAME: usize = 8;

    /// Combines both restrictions, where `later` is applied after this one.
    #[must_use]
    pub fn and(self, later: &Derivation) -> Derivation {
        let least = |one: Option<usize>, other: Option<usize>| one.into_iter().chain(other).min();
        Derivation {
            refused: self.refused.union(later.refused),
            max_depth: least(self.max_depth, later.max_depth),
            max_name: least(self.max_name, later.max_name),
            type_case: later.type_case.or(self.type_case),
        }
    }

    /// Rejects a keyword, too.
    ///
    /// # Errors
    /// If there is no keyword of that name, or targets cannot do without it.
    pub fn reject(self, keyword: &str) -> Result<Derivation, NotDispensable> {
        let known = Keyword::from_name(keyword);
        if known == Keyword::Unknown || INDISPENSABLE.has(known) {
            return Err(NotDispensable(keyword.to_owned()));
        }
        Ok(Derivation { refused: self.refused.with(known), ..self })
    }

    /// Limits the levels of schemas, the root and the innermost one included.
    #[must_use]
    pub fn max_depth(self, levels: usize) -> Derivation {
        Derivation { max_depth: Some(levels), ..self }
    }

    /// Limits the length of function names, in characters; the limit is at least [`Derivation::MIN_NAME`].
    #[must_use]
    pub fn max_name(self, characters: usize) -> Derivation {
        Derivation { max_name: Some(characters), ..self }
    }

    /// Accepts names of types in lower case only, as JSON Schema has them.
    #[must_use]
    pub fn lower_case(self) -> Derivation {
        Derivation { type_case: Some(TypeCase::Lower), ..self }
    }

    /// Accepts names of types in upper case only, as Google's enum has them.
    #[must_use]
    pub fn upper_case(self) -> Derivation {
        Derivation { type_case: Some(TypeCase::Upper), ..self }
    }
}

/// The error for the name of a keyword that a target cannot do without, or of none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotDispensable(String);

impl fmt::Display for NotDispensable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if Keyword::from_name(&self.0) == Keyword::Unknown {
            return write!(f, "{:?} is not a known keyword", self.0);
        }
        let names: Vec<&str> = INDISPENSABLE.iter().map(Keyword::name).collect();
        write!(f, "{:?} is not a keyword that can be dropped; all but these can: {}", self.0, names.join(", "))
    }
}

impl std::error::Error for NotDispensable {}
