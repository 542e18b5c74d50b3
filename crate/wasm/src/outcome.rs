//! Results for JavaScript: the engine's results as plain objects, by way of JSON text.

use std::ops::Range;

use lapidary::{
    Codec, Codecs, Emptied, EnvelopeKind, Issue, Status, Tool, ToolReport, Transformed, internal::serialize,
};
use serde::Serialize;
use serde_json::value::RawValue;
use wasm_bindgen::JsValue;

/// The result of `check`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Report<'t> {
    /// What the document was read as, in words.
    read_as: &'t str,
    /// Counts.
    summary: Summary,
    /// One entry per tool, in document order.
    tools: Vec<CheckedTool<'t>>,
    /// Issues of the document as a whole, such as text that is no JSON.
    issues: &'t [Issue],
}

/// Counts of a `Report`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Summary {
    /// Tools read.
    total_tools: usize,
    /// Tools without an error.
    compatible: usize,
    /// Tools with an error.
    incompatible: usize,
}

/// What is reported on every tool.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Told<'t> {
    /// Its name; empty for a bare schema.
    name: &'t str,
    /// The target that it was lowered for.
    target: &'static str,
    /// Why that target was chosen, if there was a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<&'t str>,
    /// The verdict.
    status: Status,
    /// What was found, in source order.
    issues: &'t [Issue],
    /// The objects that models send empty, since the output names none of their properties.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    emptied: &'t [Emptied],
    /// The codes of the rules that changed it, each once.
    transforms_applied: &'t [&'static str],
}

/// A tool of a `Report`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct CheckedTool<'t> {
    #[serde(flatten)]
    told: Told<'t>,
    /// The original schema; `null` for a tool without one.
    #[cfg_attr(feature = "schemars", schemars(with = "serde_json::Value"))]
    original_schema: Option<&'t RawValue>,
    /// The schema for the target; `null` if there is none.
    #[cfg_attr(feature = "schemars", schemars(with = "serde_json::Value"))]
    transformed_schema: Option<&'t RawValue>,
}

/// A [`Transformed`], without the schemas, which are in the output.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outcome<'t> {
    kind: Option<EnvelopeKind>,
    read_as: &'t str,
    output: Option<&'t str>,
    tools: Vec<ToolOutcome<'t>>,
    issues: &'t [Issue],
}

/// A [`Tool`].
#[derive(Serialize)]
pub(crate) struct ToolOutcome<'t> {
    #[serde(flatten)]
    told: Told<'t>,
    codec: &'t Codec,
}

/// The result of `transformSchema`; the schema is JSON text.
#[derive(Serialize)]
pub(crate) struct SchemaOutcome<'t> {
    pub(crate) schema: &'t str,
    pub(crate) issues: Vec<Issue>,
}

/// The parts of a [`lapidary::NormalizedRequest`] besides its body and its tools.
#[derive(Serialize)]
pub(crate) struct RequestOutcome<'t> {
    pub(crate) codec: &'t Codecs,
    pub(crate) issues: &'t [Issue],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) list: Option<ListOutcome>,
}

/// A list of tools that is remembered: its number, and where it starts and ends, in UTF-16 code units.
#[derive(Serialize)]
pub(crate) struct ListOutcome {
    id: u32,
    source: [usize; 2],
    output: [usize; 2],
}

impl ListOutcome {
    /// A list with its places in the request and in the normalized request.
    pub(crate) fn new(id: u32, source: (&str, &Range<usize>), output: (&str, &Range<usize>)) -> ListOutcome {
        ListOutcome { id, source: units(source), output: units(output) }
    }
}

/// A range of bytes in UTF-16 code units.
fn units((text, range): (&str, &Range<usize>)) -> [usize; 2] {
    let length = |part: &str| if part.is_ascii() { part.len() } else { part.encode_utf16().count() };
    let start = length(&text[..range.start]);
    [start, start + length(&text[range.clone()])]
}

/// A [`lapidary::Restored`]; the body is text.
#[derive(Serialize)]
pub(crate) struct ResponseOutcome {
    pub(crate) body: String,
    pub(crate) issues: Vec<Issue>,
}

impl<'t> From<&'t Transformed> for Report<'t> {
    fn from(transformed: &'t Transformed) -> Self {
        let tools: Vec<CheckedTool<'t>> = transformed.tools().iter().map(CheckedTool::from).collect();
        let incompatible = tools.iter().filter(|tool| tool.told.status == Status::Incompatible).count();
        let summary = Summary { total_tools: tools.len(), compatible: tools.len() - incompatible, incompatible };
        Report { read_as: &transformed.read_as, summary, tools, issues: transformed.issues() }
    }
}

impl<'t> From<&'t ToolReport> for Told<'t> {
    fn from(report: &'t ToolReport) -> Self {
        Told {
            name: &report.name,
            target: report.target,
            chosen: report.chosen.as_deref(),
            status: report.status,
            issues: &report.issues,
            emptied: &report.emptied,
            transforms_applied: &report.transforms_applied,
        }
    }
}

impl<'t> From<&'t Tool> for CheckedTool<'t> {
    fn from(Tool { report, .. }: &'t Tool) -> Self {
        CheckedTool {
            told: report.into(),
            original_schema: report.original_schema.as_deref(),
            transformed_schema: report.transformed_schema.as_deref(),
        }
    }
}

impl<'t> From<&'t Tool> for ToolOutcome<'t> {
    fn from(Tool { report, codec, .. }: &'t Tool) -> Self {
        ToolOutcome { told: report.into(), codec }
    }
}

impl<'t> From<&'t Transformed> for Outcome<'t> {
    fn from(transformed: &'t Transformed) -> Self {
        Outcome {
            kind: transformed.kind,
            read_as: &transformed.read_as,
            output: transformed.output.as_deref(),
            tools: outcomes(transformed.tools()),
            issues: transformed.issues(),
        }
    }
}

pub(crate) fn outcomes(tools: &[Tool]) -> Vec<ToolOutcome<'_>> {
    tools.iter().map(ToolOutcome::from).collect()
}

/// A result as JSON text.
pub(crate) fn json(value: &impl Serialize) -> Result<String, JsValue> {
    serialize(value).ok_or_else(|| js_sys::Error::new("a response that is not JSON").into())
}

/// The `Error` for an issue because of which there is nothing to return.
pub(crate) fn failure(issue: &Issue) -> JsValue {
    let error = js_sys::Error::new(&issue.to_string());
    if let Ok(issue) = json(issue).and_then(|text| js_sys::JSON::parse(&text)) {
        // Setting a member of a new object cannot fail.
        let _ = js_sys::Reflect::set(&error, &"issue".into(), &issue);
    }
    error.into()
}

pub(crate) fn type_error(message: &str) -> JsValue {
    js_sys::TypeError::new(message).into()
}
