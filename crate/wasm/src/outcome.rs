//! What JavaScript gets: the engine's answers as plain objects, by way of JSON text.

use std::io;

use lapidary::{Codec, Codecs, Issue, Status, Tool, Transformed, envelope::EnvelopeKind};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A [`Transformed`]: without the schemas, which the output holds.
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
    name: &'t str,
    target: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<&'t str>,
    status: Status,
    issues: &'t [Issue],
    transforms_applied: &'t [&'static str],
    codec: &'t Codec,
}

/// The answer of `transformSchema`; the schema is JSON text.
#[derive(Serialize)]
pub(crate) struct SchemaOutcome<'t> {
    pub(crate) schema: &'t str,
    pub(crate) issues: Vec<Issue>,
}

/// What a [`lapidary::NormalizedRequest`] has beside its body and its tools.
#[derive(Serialize)]
pub(crate) struct RequestOutcome<'t> {
    pub(crate) codec: &'t Codecs,
    pub(crate) issues: &'t [Issue],
}

/// A [`lapidary::Restored`]; the body is text.
#[derive(Serialize)]
pub(crate) struct ResponseOutcome {
    pub(crate) body: String,
    pub(crate) issues: Vec<Issue>,
}

impl<'t> From<&'t Tool> for ToolOutcome<'t> {
    fn from(tool: &'t Tool) -> Self {
        ToolOutcome {
            name: &tool.report.name,
            target: tool.report.target,
            chosen: tool.report.chosen.as_deref(),
            status: tool.report.status,
            issues: &tool.report.issues,
            transforms_applied: &tool.report.transforms_applied,
            codec: &tool.codec,
        }
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

/// What is answered, as JSON text.
pub(crate) fn json(value: &impl Serialize) -> Result<String, JsValue> {
    let mut text = Text(Vec::with_capacity(128));
    let written = serde_json::to_writer(&mut text, value).is_ok();
    let text = String::from_utf8(text.0).ok().filter(|_| written);
    text.ok_or_else(|| js_sys::Error::new("an answer that is no JSON").into())
}

/// Text being written.
struct Text(Vec<u8>);

impl Text {
    /// Not inlined, as that of a `Vec` would be in hundreds of places.
    #[inline(never)]
    fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

impl io::Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.push(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The `Error` of an issue that leaves nothing to return.
pub(crate) fn failure(issue: &Issue) -> JsValue {
    let error = js_sys::Error::new(&issue.to_string());
    if let Ok(issue) = json(issue).and_then(|text| js_sys::JSON::parse(&text)) {
        // Setting a member of an object just made cannot fail.
        let _ = js_sys::Reflect::set(&error, &"issue".into(), &issue);
    }
    error.into()
}

pub(crate) fn type_error(message: &str) -> JsValue {
    js_sys::TypeError::new(message).into()
}
