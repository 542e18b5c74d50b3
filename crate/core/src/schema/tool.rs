//! The schema of a tool's input.

use std::fmt;

use super::builder::JsonSchema;

/// The schema of a tool's input: an object, as the MCP specification (2025-06-18, `Tool.inputSchema`)
/// requires.
///
/// ```
/// use lapidary::{JsonSchema, ToolSchema};
/// let input = ToolSchema::object().with_properties([("city", JsonSchema::string())]).with_required(["city"]);
/// assert_eq!(
///     input.to_string(),
///     r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSchema(JsonSchema);

impl ToolSchema {
    /// `{"type":"object"}`
    #[must_use]
    pub fn object() -> ToolSchema {
        ToolSchema(JsonSchema::object())
    }

    /// Sets `properties`; as [`JsonSchema::with_properties`].
    #[must_use]
    pub fn with_properties<N: AsRef<str>, S: Into<JsonSchema>>(
        self,
        properties: impl IntoIterator<Item = (N, S)>,
    ) -> ToolSchema {
        ToolSchema(self.0.with_properties(properties))
    }

    /// Sets `required`.
    #[must_use]
    pub fn with_required<N: AsRef<str>>(self, names: impl IntoIterator<Item = N>) -> ToolSchema {
        ToolSchema(self.0.with_required(names))
    }

    /// Sets `additionalProperties`; as [`JsonSchema::with_additional_properties`].
    #[must_use]
    pub fn with_additional_properties(self, schema: impl Into<JsonSchema>) -> ToolSchema {
        ToolSchema(self.0.with_additional_properties(schema))
    }

    /// Sets `$defs`; as [`JsonSchema::with_definitions`].
    #[must_use]
    pub fn with_definitions<N: AsRef<str>, S: Into<JsonSchema>>(
        self,
        definitions: impl IntoIterator<Item = (N, S)>,
    ) -> ToolSchema {
        ToolSchema(self.0.with_definitions(definitions))
    }

    /// The schema.
    #[must_use]
    pub fn into_schema(self) -> JsonSchema {
        self.0
    }
}

impl fmt::Display for ToolSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
