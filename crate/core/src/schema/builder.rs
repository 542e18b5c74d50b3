//! Schemas built in Rust: a schema that owns its text, and its constructors.

use std::fmt;

use crate::json::{JsonId, Kind, ReadError, Tape, escape_into, read};

/// A JSON Schema that owns its text and tape. Nothing is normalized: what was read or built prints
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
///
/// A `with_…` method sets one keyword: it is added last, or its value is replaced if it is there. A schema that is not
/// an object, such as `true`, has no keywords and stays as it is.
///
/// ```
/// # use lapidary::JsonSchema;
/// let count = JsonSchema::integer().with_default(1).with_description("How many.");
/// assert_eq!(count.with_default(2).to_string(), r#"{"type":"integer","default":2,"description":"How many."}"#);
/// assert_eq!(JsonSchema::from(true).with_default(2).to_string(), "true");
/// ```
#[derive(Clone, Debug)]
pub struct JsonSchema {
    tape: Tape<'static>,
}

impl JsonSchema {
    /// Reads a schema; any JSON is accepted, even if it is not a schema.
    ///
    /// # Errors
    /// If the text is not JSON.
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
        Self::typed("array").with_items(items)
    }

    /// `{"type":"object"}`
    #[must_use]
    pub fn object() -> JsonSchema {
        Self::typed("object")
    }

    /// `{"anyOf":[…]}`
    #[must_use]
    pub fn any_of(branches: impl IntoIterator<Item = JsonSchema>) -> JsonSchema {
        Self::empty().with_schemas("anyOf", branches)
    }

    /// `{"oneOf":[…]}`
    #[must_use]
    pub fn one_of(branches: impl IntoIterator<Item = JsonSchema>) -> JsonSchema {
        Self::empty().with_schemas("oneOf", branches)
    }

    /// `{"allOf":[…]}`
    #[must_use]
    pub fn all_of(parts: impl IntoIterator<Item = JsonSchema>) -> JsonSchema {
        Self::empty().with_schemas("allOf", parts)
    }

    /// `{"$ref":…}`
    #[must_use]
    pub fn reference(target: &str) -> JsonSchema {
        Self::empty().with_text("$ref", target)
    }

    /// The schema, or null: `{"anyOf":[…,{"type":"null"}]}`, which is correct whatever the schema is.
    ///
    /// ```
    /// use lapidary::JsonSchema;
    /// let note = JsonSchema::string().nullable().with_description("A note.");
    /// assert_eq!(
    ///     note.to_string(),
    ///     r#"{"anyOf":[{"type":"string"},{"type":"null"}],"description":"A note."}"#
    /// );
    /// ```
    #[must_use]
    pub fn nullable(self) -> JsonSchema {
        Self::any_of([self, Self::null()])
    }

    /// The schema's text, as it was read or built.
    #[must_use]
    pub fn text(&self) -> &str {
        self.tape.text()
    }

    fn empty() -> JsonSchema {
        Self::built("{}".to_owned())
    }

    fn typed(name: &str) -> JsonSchema {
        Self::built(format!(r#"{{"type":"{name}"}}"#))
    }

    /// Sets a member to JSON text; a schema that is not an object stays as it is.
    pub(super) fn with_raw(self, keyword: &str, json: &str) -> JsonSchema {
        if self.tape.kind(JsonId::ROOT) != Kind::Object {
            return self;
        }
        if let Some(value) = self.tape.get(JsonId::ROOT, keyword) {
            let mut text = self.text().to_owned();
            let span = self.tape.span(value);
            text.replace_range(span.start as usize..span.end as usize, json);
            return Self::built(text);
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

    /// The schema of text that is JSON by construction; the empty schema should it not be.
    pub(crate) fn built(text: String) -> JsonSchema {
        Self::parse(&text).unwrap_or_else(|_| JsonSchema { tape: EMPTY.clone() })
    }
}

static EMPTY: std::sync::LazyLock<Tape<'static>> = std::sync::LazyLock::new(crate::json::empty_object);

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

/// The schemas `true`, which allows anything, and `false`, which allows nothing.
///
/// ```
/// use lapidary::JsonSchema;
/// let open = JsonSchema::object().with_properties([("payload", true)]).with_additional_properties(false);
/// assert_eq!(
///     open.to_string(),
///     r#"{"type":"object","properties":{"payload":true},"additionalProperties":false}"#
/// );
/// ```
impl From<bool> for JsonSchema {
    fn from(allows: bool) -> JsonSchema {
        Self::built(allows.to_string())
    }
}
