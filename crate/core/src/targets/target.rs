//! The description of a target.

use super::derivation::Derivation;
use crate::schema::{Keyword, KeywordSet, Kinds, TypeCase};

/// What a target does with a keyword.
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

/// The regular expressions that a target takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patterns {
    /// All.
    Any,
    /// Those in RE2's syntax: without look-around and back-references.
    Re2,
    /// Those in RE2's syntax that Python's `re` compiles, too.
    Re2AndPython,
}

/// The schema field of a declaration, and the members around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Door {
    /// `{"name", "description", "parameters"}`.
    Parameters,
    /// `{"name", "description", "parametersJsonSchema"}`.
    JsonSchema,
    /// `{"type": "function", "function": {"name", "description", "parameters", "strict": true}}`.
    OpenAi,
}

/// How a target takes references between schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceForm {
    /// Not at all.
    Refused,
    /// As `$ref` into `$defs` of the root.
    Dollar,
    /// As `ref` into `defs` of the root, for schemas that refer to themselves; others are written out.
    Plain,
}

/// How a target takes unions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UnionForm {
    /// Not at all.
    Refused,
    /// As `anyOf` that is alone on its node.
    Alone,
    /// As `anyOf`, also beside other keywords.
    Beside,
}

/// A surface of Gemini, another provider's or client's dialect, or an intersection of several: what it accepts, with
/// dates and evidence. [`Target::derived`] makes a custom one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Target {
    /// Its name in options.
    pub id: &'static str,
    /// One line: what it is for.
    pub summary: &'static str,
    /// Who reads the output, as messages name it.
    #[doc(hidden)]
    pub reader: &'static str,
    /// What messages state about a keyword that the target has no field for, after its name and value.
    #[doc(hidden)]
    pub unknown: &'static str,
    /// The surfaces whose rows of the error catalogue concern the target.
    #[doc(hidden)]
    pub surfaces: &'static [&'static str],
    /// What it requires that other targets of the same API do not, such as a version of the model; empty for nothing.
    pub requires: &'static str,
    /// The date of the facts.
    pub dated: &'static str,
    /// Where the facts come from: packages with versions, and ids of the error catalogue.
    pub evidence: &'static [&'static str],
    /// The field that has the schema.
    #[doc(hidden)]
    pub door: Door,
    /// Keywords accepted and enforced.
    #[doc(hidden)]
    pub held: KeywordSet,
    /// Keywords accepted and not enforced.
    #[doc(hidden)]
    pub ignored: KeywordSet,
    /// The types that `type` takes.
    #[doc(hidden)]
    pub types: Kinds,
    /// The one spelling of type names, where the target is strict about it.
    #[doc(hidden)]
    pub type_case: Option<TypeCase>,
    /// Whether `type` takes a list of names.
    #[doc(hidden)]
    pub type_lists: bool,
    /// Whether each node must be complete: a type unless it is a union, `items` on arrays, keywords on
    /// nodes of their own type only, `required` of declared members only.
    #[doc(hidden)]
    pub complete_nodes: bool,
    /// The types whose values `enum` may list.
    #[doc(hidden)]
    pub enums: Kinds,
    /// Whether an enum lists numbers as strings, as Vertex AI documents: `{"type":"INTEGER","enum":["101"]}`.
    #[doc(hidden)]
    pub spelled_numbers: bool,
    /// Whether an enum may list the empty string.
    #[doc(hidden)]
    pub empty_member: bool,
    /// The formats of each type that are accepted and have a meaning.
    #[doc(hidden)]
    pub formats: &'static [(Kinds, &'static [&'static str])],
    /// Whether any other format is accepted too, and ignored.
    #[doc(hidden)]
    pub other_formats: bool,
    /// How unions are taken.
    #[doc(hidden)]
    pub unions: UnionForm,
    /// How references are taken.
    #[doc(hidden)]
    pub references: ReferenceForm,
    /// Whether a reference may have a description and a default as siblings.
    #[doc(hidden)]
    pub words_beside_references: bool,
    /// Whether a reference may lead to the root itself, as `#`.
    #[doc(hidden)]
    pub root_references: bool,
    /// The characters that function names may have besides letters and digits.
    #[doc(hidden)]
    pub name_marks: &'static str,
    /// Whether a function name may begin with any of its characters, not only with a letter or `_`.
    #[doc(hidden)]
    pub free_first: bool,
    /// The characters that names of the root's properties may have besides letters and digits; `None` if any name is
    /// accepted.
    #[doc(hidden)]
    pub root_name_marks: Option<&'static str>,
    /// Whether a root object may have no properties.
    #[doc(hidden)]
    pub empty_root: bool,
    /// Whether objects must require every property and forbid any other.
    #[doc(hidden)]
    pub closed_objects: bool,
    /// Whether OpenAI's API is one of the readers, outside of its strict mode, in which it rejects the target's schemas.
    #[doc(hidden)]
    pub is_lax: bool,
    /// The regular expressions that `pattern` takes.
    #[doc(hidden)]
    pub patterns: Patterns,
    /// Whether a maximum count of zero means no limit, as in a protobuf message, where zero is unset.
    #[doc(hidden)]
    pub zero_is_unset: bool,
    /// Whether a number may be in quotes, as in protobuf's JSON.
    #[doc(hidden)]
    pub quoted_numbers: bool,
    /// Whether property names other than `^[A-Za-z_][A-Za-z0-9_]{0,63}$` arrive changed in calls.
    #[doc(hidden)]
    pub plain_names: bool,
    /// The names of properties that the target mistakes for keywords.
    #[doc(hidden)]
    pub taken_names: &'static [&'static str],
    /// Most levels of schemas, the root and the innermost one included.
    pub max_depth: usize,
    /// Most levels that the API is known to accept; more than `max_depth`, where that allows for limits that are not
    /// published.
    #[doc(hidden)]
    pub accepted_depth: usize,
    /// Most schemas that are visited where references and unions of one tool are unfolded.
    #[doc(hidden)]
    pub node_budget: usize,
    /// Longest function name, in characters.
    pub max_name: usize,
    /// Most declarations of one request.
    pub max_declarations: usize,
    /// Most values in all enums of a schema.
    #[doc(hidden)]
    pub max_enum_values: usize,
    /// Most characters of the strings in an enum with more than 250 values.
    #[doc(hidden)]
    pub max_enum_text: usize,
    /// Most properties in all objects of a schema.
    #[doc(hidden)]
    pub max_properties: usize,
    /// Most characters of all names of properties and definitions, and of all strings in `enum` and `const`.
    #[doc(hidden)]
    pub max_text: usize,
    /// Whether it stands for another target, chosen for each tool by the surface and the model.
    #[doc(hidden)]
    pub chooses: bool,
    /// What [`Target::derived`] took away.
    #[doc(hidden)]
    pub derivation: Derivation,
    /// The keywords that its base takes and its derivation rejects.
    #[doc(hidden)]
    pub dropped: KeywordSet,
}

impl Target {
    /// What the target does with a keyword.
    #[doc(hidden)]
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

    /// The fewest bytes that a schema takes which is over one of the limits: a value of an enum takes a digit and a
    /// comma, and a property more than that.
    #[must_use]
    pub(crate) fn fewest_bytes_of_too_large(&self) -> usize {
        let counted = self.max_enum_values.min(self.max_properties).saturating_mul(2);
        counted.min(self.max_enum_text).min(self.max_text)
    }

    /// Whether the output for this target may have the keyword.
    #[must_use]
    pub(crate) fn takes(&self, keyword: Keyword) -> bool {
        self.support(keyword) != Support::Refused
    }

    /// Whether a type may have a format.
    #[must_use]
    pub(crate) fn takes_format(&self, kind: Kinds, format: &str) -> bool {
        self.other_formats || self.holds_format(kind, format)
    }

    /// Whether a format has a meaning for a type.
    #[must_use]
    pub(crate) fn holds_format(&self, kind: Kinds, format: &str) -> bool {
        self.formats.iter().any(|(kinds, formats)| kinds.meets(kind) && formats.contains(&format))
    }
}
