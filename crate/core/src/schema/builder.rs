//! Schemas made in Rust: constructors and `with_…` methods over owned text.

use std::fmt;

use super::ast::{Ast, Spelling};
use crate::json::{JsonId, Kind, ReadError, Tape, escape_into, read};

/// A JSON Schema that owns its text and tape. Nothing is normalised: what was read or built prints
/// byte for byte.
///
/// ```
/// use lapidary::JsonSchema;
/// assert_eq!(JsonSchema::string().to_string(), r#"{"type":"string"}"#);
/// assert_eq!(
///     JsonSchema::number().with_minimum(0.0).to_string(),
///     r#"{"type":"number","minimum":0.0}"#
/// );
/// ```
#[derive(Clone, Debug)]
pub struct JsonSchema {
    tape: Tape<'static>,
}

impl JsonSchema {
    /// Reads a schema; any JSON is kept, also what is no schema.
    ///
    /// # Errors
    /// Where the text is not JSON.
    pub fn parse(text: &str) -> Result<JsonSchema, ReadError> {
        read(text).map(|tape| JsonSchema { tape: tape.into_owned() })
    }

    /// `{"type":"string"}`
    #[must_use]
    pub fn string() -> JsonSchema {
        Self::typed("string")
    }

    /// `{"type":"number"}`
    #[must_use]
    pub fn number() -> JsonSchema {
        Self::typed("number")
    }

    /// `{"type":"integer"}`
    #[must_use]
    pub fn integer() -> JsonSchema {
        Self::typed("integer")
    }

    /// `{"type":"boolean"}`
    #[must_use]
    pub fn boolean() -> JsonSchema {
        Self::typed("boolean")
    }

    /// `{"type":"null"}`
    #[must_use]
    pub fn null() -> JsonSchema {
        Self::typed("null")
    }

    /// `{"type":"array","items":…}`
    #[must_use]
    pub fn array(items: JsonSchema) -> JsonSchema {
        Self::typed("array").with_raw("items", items.text())
    }

    /// `{"type":"object"}`
    #[must_use]
    pub fn object() -> JsonSchema {
        Self::typed("object")
    }

    /// `{"anyOf":[…]}`
    #[must_use]
    pub fn any_of(branches: impl IntoIterator<Item = JsonSchema>) -> JsonSchema {
        Self::empty().with_raw("anyOf", &list(branches.into_iter().map(|branch| branch.text().to_owned())))
    }

    /// `{"$ref":…}`
    #[must_use]
    pub fn reference(target: &str) -> JsonSchema {
        Self::empty().with_text("$ref", target)
    }

    /// Adds `properties`, in the order given.
    ///
    /// ```
    /// use lapidary::JsonSchema;
    /// let schema = JsonSchema::object().with_properties([("path", JsonSchema::string())]).with_required(["path"]);
    /// assert_eq!(
    ///     schema.to_string(),
    ///     r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#
    /// );
    /// ```
    #[must_use]
    pub fn with_properties<N: AsRef<str>>(self, properties: impl IntoIterator<Item = (N, JsonSchema)>) -> JsonSchema {
        let members: Vec<String> = properties
            .into_iter()
            .map(|(name, schema)| format!("{}:{}", crate::json::quote(name.as_ref()), schema.text()))
            .collect();
        self.with_raw("properties", &format!("{{{}}}", members.join(",")))
    }

    /// Adds `required`.
    #[must_use]
    pub fn with_required<N: AsRef<str>>(self, names: impl IntoIterator<Item = N>) -> JsonSchema {
        self.with_raw("required", &list(names.into_iter().map(|name| crate::json::quote(name.as_ref()))))
    }

    /// Adds `enum` of strings.
    #[must_use]
    pub fn with_enum<N: AsRef<str>>(self, values: impl IntoIterator<Item = N>) -> JsonSchema {
        self.with_raw("enum", &list(values.into_iter().map(|value| crate::json::quote(value.as_ref()))))
    }

    /// Adds `description`.
    #[must_use]
    pub fn with_description(self, text: &str) -> JsonSchema {
        self.with_text("description", text)
    }

    /// Adds `title`.
    #[must_use]
    pub fn with_title(self, text: &str) -> JsonSchema {
        self.with_text("title", text)
    }

    /// Adds `minimum`, printed as Rust prints the number (`0.0`). Infinities and NaN bound nothing
    /// and are not written.
    #[must_use]
    pub fn with_minimum(self, bound: f64) -> JsonSchema {
        self.with_bound("minimum", bound)
    }

    /// Adds `maximum`; as [`JsonSchema::with_minimum`].
    #[must_use]
    pub fn with_maximum(self, bound: f64) -> JsonSchema {
        self.with_bound("maximum", bound)
    }

    /// The schema's text, as it was read or built.
    #[must_use]
    pub fn text(&self) -> &str {
        self.tape.text()
    }

    /// The typed view of the schema.
    #[must_use]
    pub fn ast(&self) -> Ast<'_> {
        Ast::new(&self.tape, JsonId::ROOT, Spelling::JsonSchema)
    }

    fn empty() -> JsonSchema {
        Self::built("{}".to_owned())
    }

    fn typed(name: &str) -> JsonSchema {
        Self::built(format!(r#"{{"type":"{name}"}}"#))
    }

    fn with_bound(self, keyword: &str, bound: f64) -> JsonSchema {
        if bound.is_finite() { self.with_raw(keyword, &format!("{bound:?}")) } else { self }
    }

    fn with_text(self, keyword: &str, text: &str) -> JsonSchema {
        self.with_raw(keyword, &crate::json::quote(text))
    }

    /// Splices a member in before the closing brace; a schema that is no object stays as it is.
    fn with_raw(self, keyword: &str, json: &str) -> JsonSchema {
        if self.tape.kind(JsonId::ROOT) != Kind::Object {
            return self;
        }
        let mut text = self.text().trim_end().to_owned();
        text.pop();
        if self.tape.members(JsonId::ROOT).next().is_some() {
            text.push(',');
        }
        escape_into(&mut text, keyword);
        text.push(':');
        text.push_str(json);
        text.push('}');
        Self::built(text)
    }

    /// Text made here is JSON by construction; were it not, the empty schema stands for it.
    fn built(text: String) -> JsonSchema {
        Self::parse(&text).unwrap_or_else(|_| JsonSchema { tape: EMPTY.clone() })
    }
}

static EMPTY: std::sync::LazyLock<Tape<'static>> = std::sync::LazyLock::new(crate::json::empty_object);

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

impl fmt::Display for JsonSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl PartialEq for JsonSchema {
    fn eq(&self, other: &JsonSchema) -> bool {
        self.text() == other.text()
    }
}

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

    /// Adds `properties`; as [`JsonSchema::with_properties`].
    #[must_use]
    pub fn with_properties<N: AsRef<str>>(self, properties: impl IntoIterator<Item = (N, JsonSchema)>) -> ToolSchema {
        ToolSchema(self.0.with_properties(properties))
    }

    /// Adds `required`.
    #[must_use]
    pub fn with_required<N: AsRef<str>>(self, names: impl IntoIterator<Item = N>) -> ToolSchema {
        ToolSchema(self.0.with_required(names))
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
