//! The `with_…` methods of [`JsonSchema`]: one keyword each.

use serde::Serialize;

use super::builder::JsonSchema;
use crate::json::quote;

/// Keywords of objects.
impl JsonSchema {
    /// Sets `properties`, in the order given.
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
    pub fn with_properties<N: AsRef<str>, S: Into<JsonSchema>>(
        self,
        properties: impl IntoIterator<Item = (N, S)>,
    ) -> JsonSchema {
        self.with_named("properties", properties)
    }

    /// Sets `required`.
    #[must_use]
    pub fn with_required<N: AsRef<str>>(self, names: impl IntoIterator<Item = N>) -> JsonSchema {
        self.with_names("required", names)
    }

    /// Sets `additionalProperties`: the schema of a map's values, or `false` to allow no others.
    ///
    /// ```
    /// use lapidary::JsonSchema;
    /// assert_eq!(
    ///     JsonSchema::object().with_additional_properties(JsonSchema::integer()).to_string(),
    ///     r#"{"type":"object","additionalProperties":{"type":"integer"}}"#
    /// );
    /// ```
    #[must_use]
    pub fn with_additional_properties(self, schema: impl Into<JsonSchema>) -> JsonSchema {
        self.with_raw("additionalProperties", schema.into().text())
    }

    /// Sets `minProperties`.
    #[must_use]
    pub fn with_min_properties(self, count: u64) -> JsonSchema {
        self.with_raw("minProperties", &count.to_string())
    }

    /// Sets `maxProperties`.
    #[must_use]
    pub fn with_max_properties(self, count: u64) -> JsonSchema {
        self.with_raw("maxProperties", &count.to_string())
    }
}

/// Keywords of arrays.
impl JsonSchema {
    /// Sets `items`.
    #[must_use]
    pub fn with_items(self, items: impl Into<JsonSchema>) -> JsonSchema {
        self.with_raw("items", items.into().text())
    }

    /// Sets `minItems`.
    ///
    /// ```
    /// use lapidary::JsonSchema;
    /// assert_eq!(
    ///     JsonSchema::array(JsonSchema::string()).with_min_items(1).with_max_items(9).to_string(),
    ///     r#"{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":9}"#
    /// );
    /// ```
    #[must_use]
    pub fn with_min_items(self, count: u64) -> JsonSchema {
        self.with_raw("minItems", &count.to_string())
    }

    /// Sets `maxItems`.
    #[must_use]
    pub fn with_max_items(self, count: u64) -> JsonSchema {
        self.with_raw("maxItems", &count.to_string())
    }

    /// Sets `uniqueItems` to true.
    #[must_use]
    pub fn with_unique_items(self) -> JsonSchema {
        self.with_raw("uniqueItems", "true")
    }
}

/// Keywords of numbers and strings.
impl JsonSchema {
    /// Sets `minimum`, printed as Rust prints the number (`0.0`). Infinities and NaN bound nothing
    /// and are not written.
    #[must_use]
    pub fn with_minimum(self, bound: f64) -> JsonSchema {
        self.with_number("minimum", bound)
    }

    /// Sets `maximum`; as [`JsonSchema::with_minimum`].
    #[must_use]
    pub fn with_maximum(self, bound: f64) -> JsonSchema {
        self.with_number("maximum", bound)
    }

    /// Sets `exclusiveMinimum`; as [`JsonSchema::with_minimum`].
    #[must_use]
    pub fn with_exclusive_minimum(self, bound: f64) -> JsonSchema {
        self.with_number("exclusiveMinimum", bound)
    }

    /// Sets `exclusiveMaximum`; as [`JsonSchema::with_minimum`].
    #[must_use]
    pub fn with_exclusive_maximum(self, bound: f64) -> JsonSchema {
        self.with_number("exclusiveMaximum", bound)
    }

    /// Sets `multipleOf`; as [`JsonSchema::with_minimum`].
    #[must_use]
    pub fn with_multiple_of(self, step: f64) -> JsonSchema {
        self.with_number("multipleOf", step)
    }

    /// Sets `minLength`.
    #[must_use]
    pub fn with_min_length(self, count: u64) -> JsonSchema {
        self.with_raw("minLength", &count.to_string())
    }

    /// Sets `maxLength`.
    #[must_use]
    pub fn with_max_length(self, count: u64) -> JsonSchema {
        self.with_raw("maxLength", &count.to_string())
    }

    /// Sets `pattern`.
    ///
    /// ```
    /// use lapidary::JsonSchema;
    /// assert_eq!(
    ///     JsonSchema::string().with_pattern(r"^\d+$").with_max_length(9).to_string(),
    ///     r#"{"type":"string","pattern":"^\\d+$","maxLength":9}"#
    /// );
    /// ```
    #[must_use]
    pub fn with_pattern(self, pattern: &str) -> JsonSchema {
        self.with_text("pattern", pattern)
    }

    /// Sets `format`.
    #[must_use]
    pub fn with_format(self, format: &str) -> JsonSchema {
        self.with_text("format", format)
    }
}

/// Keywords of any type.
impl JsonSchema {
    /// Sets `enum` to strings.
    #[must_use]
    pub fn with_enum<N: AsRef<str>>(self, values: impl IntoIterator<Item = N>) -> JsonSchema {
        self.with_names("enum", values)
    }

    /// Sets `const`; as [`JsonSchema::with_default`].
    #[must_use]
    pub fn with_const(self, value: impl Serialize) -> JsonSchema {
        self.with_data("const", value)
    }

    /// Sets `default`. A value that JSON cannot represent, such as a map whose keys are lists, is not written.
    ///
    /// ```
    /// use lapidary::JsonSchema;
    /// let tags = JsonSchema::array(JsonSchema::string()).with_default(["new"]);
    /// assert_eq!(tags.to_string(), r#"{"type":"array","items":{"type":"string"},"default":["new"]}"#);
    /// assert_eq!(tags.with_default(()).to_string(), r#"{"type":"array","items":{"type":"string"},"default":null}"#);
    /// ```
    #[must_use]
    pub fn with_default(self, value: impl Serialize) -> JsonSchema {
        self.with_data("default", value)
    }

    /// Sets `description`.
    #[must_use]
    pub fn with_description(self, text: &str) -> JsonSchema {
        self.with_text("description", text)
    }

    /// Sets `title`.
    #[must_use]
    pub fn with_title(self, text: &str) -> JsonSchema {
        self.with_text("title", text)
    }

    /// Sets `$defs`, for [`JsonSchema::reference`].
    ///
    /// ```
    /// use lapidary::JsonSchema;
    /// let tree = JsonSchema::reference("#/$defs/leaf").with_definitions([("leaf", JsonSchema::string())]);
    /// assert_eq!(tree.to_string(), r##"{"$ref":"#/$defs/leaf","$defs":{"leaf":{"type":"string"}}}"##);
    /// ```
    #[must_use]
    pub fn with_definitions<N: AsRef<str>, S: Into<JsonSchema>>(
        self,
        definitions: impl IntoIterator<Item = (N, S)>,
    ) -> JsonSchema {
        self.with_named("$defs", definitions)
    }
}

/// Helpers that set any keyword.
impl JsonSchema {
    pub(super) fn with_schemas(self, keyword: &str, schemas: impl IntoIterator<Item = JsonSchema>) -> JsonSchema {
        self.with_list(keyword, schemas.into_iter().map(|schema| schema.text().to_owned()))
    }

    pub(super) fn with_text(self, keyword: &str, text: &str) -> JsonSchema {
        self.with_raw(keyword, &quote(text))
    }

    fn with_named<N: AsRef<str>, S: Into<JsonSchema>>(
        self,
        keyword: &str,
        schemas: impl IntoIterator<Item = (N, S)>,
    ) -> JsonSchema {
        let member = |(name, schema): (N, S)| format!("{}:{}", quote(name.as_ref()), schema.into().text());
        let members: Vec<String> = schemas.into_iter().map(member).collect();
        self.with_raw(keyword, &format!("{{{}}}", members.join(",")))
    }

    fn with_names<N: AsRef<str>>(self, keyword: &str, names: impl IntoIterator<Item = N>) -> JsonSchema {
        self.with_list(keyword, names.into_iter().map(|name| quote(name.as_ref())))
    }

    fn with_list(self, keyword: &str, items: impl Iterator<Item = String>) -> JsonSchema {
        self.with_raw(keyword, &format!("[{}]", items.collect::<Vec<_>>().join(",")))
    }

    fn with_number(self, keyword: &str, number: f64) -> JsonSchema {
        if number.is_finite() { self.with_raw(keyword, &format!("{number:?}")) } else { self }
    }

    fn with_data(self, keyword: &str, value: impl Serialize) -> JsonSchema {
        match serde_json::to_string(&value) {
            Ok(json) => self.with_raw(keyword, &json),
            Err(_) => self,
        }
    }
}
