//! Short ways through the engine, for schemas made in Rust and for tests.

use crate::{
    Emit, Issue, JsonSchema, Mode, Options, Severity,
    engine::{transform, transform_as},
    envelope::Envelope,
};

/// Transforms a schema by itself, and says what changed.
///
/// What is given is read as a schema, whatever its members are named. The answer is drop-in, and a schema
/// alone: of the options, `mode` and `tool` have no say here, and with `emit` only [`Emit::Same`] does, for a
/// schema that stays JSON Schema (`"type":"object"`) rather than becoming the target's (`"type":"OBJECT"`).
///
/// ```
/// use lapidary::{JsonSchema, Options, transform_schema};
/// let count = JsonSchema::integer().with_exclusive_minimum(0.0);
/// let schema = JsonSchema::object().with_properties([("count", count)]);
/// let (schema, issues) = transform_schema(&schema, &Options::default());
/// assert_eq!(schema.to_string(), r#"{"type":"OBJECT","properties":{"count":{"type":"INTEGER","minimum":1}}}"#);
/// assert!(issues.iter().any(|issue| issue.code == "GS014" && issue.path == "$.properties.count.exclusiveMinimum"));
/// ```
#[must_use]
pub fn transform_schema(schema: &JsonSchema, options: &Options) -> (JsonSchema, Vec<Issue>) {
    let mut options = options.clone();
    options.emit = if options.emit == Emit::Same { Emit::Same } else { Emit::Declarations };
    (options.mode, options.tool) = (Mode::DropIn, None);
    let mut transformed = transform_as(schema.text(), |tape| Ok(Envelope::schema(tape)), &options);
    let output = transformed.tools.last_mut().and_then(|tool| tool.declaration.take());
    (output.map_or_else(|| schema.clone(), JsonSchema::built), transformed.into_issues())
}

/// Says whether the target takes a document's tools as they are; for tests of a server.
///
/// # Errors
/// What it would refuse or misread: the issues that are errors, those of the whole document first.
///
/// ```
/// use lapidary::{Options, assert_compatible};
/// let tools = r#"[{"name":"sum","inputSchema":{"type":"object","properties":{"of":{"type":"array"}}}}]"#;
/// let errors = assert_compatible(tools, &Options::default()).unwrap_err();
/// assert_eq!(errors[0].pointer, "/0/inputSchema/properties/of");
/// assert!(assert_compatible(&tools.replace("array", "string"), &Options::default()).is_ok());
/// ```
pub fn assert_compatible(text: &str, options: &Options) -> Result<(), Vec<Issue>> {
    let mut errors = transform(text, options).into_issues();
    errors.retain(|issue| issue.severity == Severity::Error);
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
