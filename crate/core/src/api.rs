//! The entry points of the engine: text in, text and findings out.

use crate::{
    Emit, Issue, JsonSchema, Mode, Options, Output,
    diff::{Diff, patch, unified},
    engine::{Findings, LoweredDocument, read_text},
    envelope::{Envelope, EnvelopeKind, detect, frame},
    json::{Indent, Tape, read_document},
    limits::Work,
    report::{Places, Report},
    request::as_request,
    tool::Declared,
    transformed::{Subject, Transformed},
};

/// Detection of a document's kind.
type Detect = fn(&Tape<'_>) -> Result<Envelope, Box<Issue>>;

/// Transforms a document: JSON in, JSON out. Like [`transform`], without a report.
///
/// # Errors
/// An issue if the text is not JSON, if it has no schema or no tool named [`Output::tool`], or, with
/// [`OnError::Throw`](crate::OnError::Throw), if a tool cannot be called any more or reaches a limit.
pub fn transform_text(text: &str, options: &Options, output: &Output) -> Result<String, Box<Issue>> {
    let (tape, envelope) = open(text, detect, options)?;
    let work = Work::new(&options.limits, text.len());
    let done = match as_request(&tape, &envelope, options, output, Findings::Unread, &work) {
        Some(request) => request.map(|request| request.laid_out(output)),
        None => LoweredDocument::new(&tape, envelope, options, output, Findings::Unread, &work)
            .map(|document| document.emit(&tape, output)),
    };
    done.map_err(|issue| located(&tape, options, *issue))
}

/// Reads a document and detects its kind.
fn open<'t>(text: &'t str, detect: Detect, options: &Options) -> Result<(Tape<'t>, Envelope), Box<Issue>> {
    let tape = read_text(text, options)?;
    match detect(&tape) {
        Ok(envelope) => Ok((tape, envelope)),
        Err(issue) => Err(located(&tape, options, *issue)),
    }
}

fn located(tape: &Tape<'_>, options: &Options, issue: Issue) -> Box<Issue> {
    Box::new(Places::new(tape, options.encoding).locate(issue))
}

/// Transforms a document and reports on each tool. Never fails: a document that cannot be read yields an issue.
///
/// A request whose envelope stays is normalized as a whole, as by [`normalize_request`](crate::normalize_request): with
/// the calls of its history, the functions that it allows to be called, and its response schemas.
///
/// ```
/// use lapidary::{Emit, Options, Output, transform};
/// let tool = r#"{"name": "t", "inputSchema": {"type": "object", "properties": {"on": {"type": ["boolean", "null"]}}}}"#;
/// let same = transform(tool, &Options::default(), &Output::default().emit(Emit::Same));
/// assert_eq!(same.read_as, "MCP tool");
/// assert!(same.output.is_some_and(|output| output.contains(r#"{"on":{"type":"boolean","nullable":true}}"#)));
/// ```
#[must_use]
pub fn transform(text: &str, options: &Options, output: &Output) -> Transformed {
    transform_as(text, detect, options, output)
}

fn transform_as(text: &str, detect: Detect, options: &Options, output: &Output) -> Transformed {
    let (tape, envelope) = match open(text, detect, options) {
        Ok(opened) => opened,
        Err(issue) => return Transformed::unreadable(*issue),
    };
    let work = Work::new(&options.limits, text.len());
    let (kind, read_as) = (Some(envelope.kind), envelope.read_as());
    if let Some(request) = as_request(&tape, &envelope, options, output, Findings::Read, &work) {
        return match request {
            Ok(request) => {
                let text = Some(request.laid_out(output));
                Transformed::found(kind, read_as, text, (request.tools, request.issues))
            }
            Err(issue) => Transformed::unreadable(*located(&tape, options, *issue)),
        };
    }
    match LoweredDocument::new(&tape, envelope, options, output, Findings::Read, &work) {
        Ok(document) => {
            let text = document.emit(&tape, output);
            let (target, encoding, indent) = (options.target, options.encoding, output.indent.map(Indent));
            Transformed::about(text, Subject { tape: tape.into_owned(), document, target, encoding, indent })
        }
        Err(issue) => Transformed::unreadable(*located(&tape, options, *issue)),
    }
}

/// Declares the tools of a document, in document order. Like [`transform`], without a report; a tool that is omitted
/// has no declaration. Neither have tools beyond the limits of the call, of which the first thousand are listed.
///
/// ```
/// use lapidary::{Options, Output, declare};
/// let tools = r#"[{"name": "t", "inputSchema": {"type": "object", "properties": {"on": {"type": "boolean"}}}}]"#;
/// let declared = declare(tools, &Options::default(), &Output::default())?;
/// assert!(declared[0].declaration.as_ref().is_some_and(|text| text.starts_with(r#"{"name":"t","parameters""#)));
/// # Ok::<(), Box<lapidary::Issue>>(())
/// ```
///
/// # Errors
/// An issue if the text is not JSON, if it has no schema or no tool named [`Output::tool`], or, with
/// [`OnError::Throw`](crate::OnError::Throw), if a tool cannot be called any more or reaches a limit.
pub fn declare(text: &str, options: &Options, output: &Output) -> Result<Vec<Declared>, Box<Issue>> {
    let (tape, envelope) = open(text, detect, options)?;
    let work = Work::new(&options.limits, text.len());
    match LoweredDocument::new(&tape, envelope, options, output, Findings::Unread, &work) {
        Ok(document) => {
            let mut declared = document.declared(&tape, output.indent.map(Indent));
            declared.extend(document.undeclared(&tape));
            Ok(declared)
        }
        Err(issue) => Err(located(&tape, options, *issue)),
    }
}

/// Checks a document: reports what the target would reject, misread or lose. Never fails, like [`transform`].
#[must_use]
pub fn check(text: &str, options: &Options) -> Report {
    transform(text, options, &Output::default()).into_report()
}

/// The issues of a document that are errors, for which the target does not take its tools as they are; those of the
/// whole document come first.
///
/// ```
/// use lapidary::{Options, incompatibilities};
/// let tools = r#"[{"name":"sum","inputSchema":{"type":"object","properties":{"of":{"type":"array"}}}}]"#;
/// let errors = incompatibilities(tools, &Options::default());
/// assert_eq!(errors[0].pointer, "/0/inputSchema/properties/of");
/// assert!(incompatibilities(&tools.replace("array", "string"), &Options::default()).is_empty());
/// ```
#[must_use]
pub fn incompatibilities(text: &str, options: &Options) -> Vec<Issue> {
    transform(text, options, &Output::default()).incompatibilities()
}

/// Asserts that the target takes a document's tools as they are, for the tests of a server.
///
/// # Panics
/// If it would reject or misread one; the message lists the [`incompatibilities`].
///
/// ```should_panic
/// use lapidary::{Options, assert_compatible};
/// let tools = r#"[{"name":"sum","inputSchema":{"type":"object","properties":{"of":{"type":"array"}}}}]"#;
/// assert_compatible(tools, &Options::default());
/// ```
#[track_caller]
pub fn assert_compatible(text: &str, options: &Options) {
    let issues = incompatibilities(text, options);
    let lines: Vec<String> = issues.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "not compatible with {}:\n  {}", options.target.id, lines.join("\n  "));
}

/// Compares a document with its output in the same envelope ([`Emit::Same`]). With `tool`, only the tool of that name
/// is compared. Never fails: a document that cannot be read has an empty diff, and the issue is in
/// [`Diff::changes`].
#[must_use]
pub fn diff(text: &str, options: &Options, tool: Option<&str>) -> Diff {
    let output = Output { tool: tool.map(str::to_owned), ..Output::default().emit(Emit::Same) };
    let mut transformed = transform(text, options, &output);
    let tools = transformed.tools().iter().map(|tool| {
        let name = if tool.report.name.is_empty() { "schema" } else { &tool.report.name };
        let schemas = [&tool.report.original_schema, &tool.report.transformed_schema];
        let [before, after] = schemas.map(|schema| schema.as_deref().map(serde_json::value::RawValue::get));
        unified(name, before.unwrap_or_default(), after.or(tool.report.empty_schema).unwrap_or_default())
    });
    let mut all = Diff { unified: tools.collect(), ..Diff::default() };
    let (kind, after) = (transformed.kind, transformed.output.take().unwrap_or_default());
    all.changes = transformed.into_issues();
    if let (Ok(before), Ok(after)) = (read_document(text), read_document(&after)) {
        all.patch = patch(&before, &after);
        if kind != Some(EnvelopeKind::Schema) {
            all.unified += &unified("document", &frame(&before), &frame(&after));
        }
    }
    all
}

/// Transforms a single schema and reports what changed.
///
/// The input is always read as a schema, whatever its members are named. The result is a schema without a codec, so
/// [`Options::mode`] is ignored. Types are spelled as the target spells them (`"type":"OBJECT"`); for the spelling of
/// JSON Schema (`"type":"object"`), derive the target with [`lower_case`](crate::Derivation::lower_case). A schema that
/// reaches a limit is returned unchanged, with an issue.
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
    let (options, output) = (options.clone().mode(Mode::DropIn), Output::default());
    let transformed = transform_as(schema.text(), |_| Ok(Envelope::schema()), &options, &output);
    let output = transformed.declared().pop().and_then(|tool| tool.declaration);
    (output.map_or_else(|| schema.clone(), JsonSchema::built), transformed.into_issues())
}
