//! Short ways through the engine, for schemas made in Rust and for tests.

use crate::{
    Emit, Issue, JsonSchema, Mode, Options, Severity,
    engine::{check, transform_as},
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
    let emit = if options.emit == Emit::Same { Emit::Same } else { Emit::Declarations };
    let options = Options { emit, mode: Mode::DropIn, tool: None, ..options.clone() };
    let transformed = transform_as(schema.text(), |tape| Ok(Envelope::schema(tape)), &options);
    let mut issues = transformed.issues;
    let mut output = None;
    for tool in transformed.tools {
        issues.extend(tool.report.issues);
        output = tool.declaration;
    }
    (output.map_or_else(|| schema.clone(), JsonSchema::built), issues)
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
    let report = check(text, options);
    let found = report.issues.into_iter().chain(report.tools.into_iter().flat_map(|tool| tool.issues));
    let errors: Vec<Issue> = found.filter(|issue| issue.severity == Severity::Error).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
