//! Schemas that [`schemars`] derives from Rust types, for a target.

use ::schemars::{Schema, transform::Transform};
use serde_json::Value;

use crate::{Issue, JsonSchema, Options, ecosystem::too_deep};

/// The schema as `schemars` prints it.
///
/// ```
/// use lapidary::JsonSchema;
/// let schema = schemars::json_schema!({"minLength": 1, "type": "string"});
/// assert_eq!(JsonSchema::from(&schema).text(), r#"{"type":"string","minLength":1}"#);
/// ```
impl From<&Schema> for JsonSchema {
    fn from(schema: &Schema) -> JsonSchema {
        JsonSchema::built(serde_json::to_string(schema).unwrap_or_default())
    }
}

/// Fails if the schema is neither an object nor a boolean, as a [`JsonSchema`] may hold any JSON, or has more than 128
/// levels.
///
/// ```
/// use lapidary::JsonSchema;
/// use schemars::Schema;
/// let schema = JsonSchema::array(JsonSchema::string());
/// assert_eq!(Schema::try_from(&schema)?, schemars::json_schema!({"type": "array", "items": {"type": "string"}}));
///
/// let error = Schema::try_from(&JsonSchema::parse("[1]").unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "invalid type: sequence, expected object or boolean");
/// # Ok::<(), serde_json::Error>(())
/// ```
impl TryFrom<&JsonSchema> for Schema {
    type Error = serde_json::Error;

    fn try_from(schema: &JsonSchema) -> Result<Schema, serde_json::Error> {
        serde_json::from_str(schema.text())
    }
}

/// Transforms a schema and reports what changed, like [`transform_schema`](crate::transform_schema).
///
/// Pointers of issues lead into the schema, for [`Schema::pointer`].
///
/// ```
/// use lapidary::{Options, ecosystem::schemars::transform_schema};
/// #[derive(schemars::JsonSchema)]
/// struct Search {
///     query: String,
///     limit: Option<u32>,
/// }
/// let schema = schemars::schema_for!(Search);
/// let (schema, issues) = transform_schema(&schema, &Options::default());
/// assert_eq!(schema.pointer("/properties/limit/nullable"), Some(&true.into()));
/// assert!(issues.iter().any(|issue| issue.code == "GS024" && issue.pointer == "/properties/limit/type"));
/// ```
#[must_use]
pub fn transform_schema(schema: &Schema, options: &Options) -> (Schema, Vec<Issue>) {
    let (output, issues) = crate::transform_schema(&schema.into(), options);
    match Schema::try_from(&output) {
        Ok(output) => (output, issues),
        Err(error) => (schema.clone(), vec![too_deep(&error)]),
    }
}

/// Rewrites schemas in place for a target; [`transform_schema`] reports what that changes.
///
/// As a transform of a generator it sees whole schemas, with the definitions of nested types:
///
/// ```
/// use lapidary::{GEMINI_API, Options, ecosystem::schemars::ForTarget};
/// use schemars::generate::SchemaSettings;
///
/// #[derive(schemars::JsonSchema)]
/// struct Copy {
///     from: Place,
///     to: Place,
/// }
/// #[derive(schemars::JsonSchema)]
/// struct Place {
///     path: String,
/// }
/// let for_gemini = ForTarget::new(Options::new(&GEMINI_API));
/// let settings = SchemaSettings::default().with_transform(for_gemini);
/// let schema = settings.into_generator().into_root_schema_for::<Copy>();
/// assert_eq!(schema.pointer("/properties/to/properties/path/type"), Some(&"string".into()));
/// assert_eq!(schema.get("$defs"), None);
/// ```
///
/// As an attribute of a type it sees that type alone. A schema with references to definitions that it does not contain
/// stays as it is, because the definitions are not known yet; `inline` puts a type where it is used:
///
/// ```
/// use lapidary::ecosystem::schemars::ForTarget;
/// #[derive(schemars::JsonSchema)]
/// #[schemars(transform = ForTarget::default())]
/// struct Read {
///     at: Place,
/// }
/// #[derive(schemars::JsonSchema)]
/// #[schemars(inline)]
/// struct Place {
///     path: String,
/// }
/// let schema = schemars::schema_for!(Read);
/// assert_eq!(schema.pointer("/properties/at/properties/path/type"), Some(&"STRING".into()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ForTarget {
    options: Options,
}

impl ForTarget {
    /// A transform with these options.
    #[must_use]
    pub fn new(options: Options) -> ForTarget {
        ForTarget { options }
    }
}

impl Transform for ForTarget {
    fn transform(&mut self, schema: &mut Schema) {
        let (output, issues) = transform_schema(schema, &self.options);
        if !issues.iter().any(|issue| leads_out(schema, issue)) {
            *schema = output;
        }
    }
}

/// Whether the issue is about a reference to a definition that the schema does not contain.
fn leads_out(schema: &Schema, issue: &Issue) -> bool {
    let target = schema.pointer(&issue.pointer).and_then(Value::as_str);
    issue.code == "GS041" && target.is_some_and(|target| target.starts_with("#/"))
}
