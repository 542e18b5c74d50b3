//! Lapidary for JavaScript: bindings and User Timing, nothing else.
//!
//! Documents cross as text, reports as JSON text that the host parses: both faster and more exact
//! than building objects member by member.

mod options;
mod timing;

use lapidary::{Issue, Transformed};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Runs once for each instance; panics are told on the console from then on.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Gives this instance up: the host makes a new one from the same module. For after a trap.
#[wasm_bindgen]
pub fn discard() {
    wasm_bindgen::handler::schedule_reinit();
}

/// JSON in, JSON out.
///
/// # Errors
/// An `Error` whose `issue` says why the text could not be read; a `TypeError` for wrong options.
#[wasm_bindgen(js_name = transformText)]
pub fn transform_text(text: &str, options: &JsValue) -> Result<String, JsValue> {
    lapidary::transform_text(text, &options::read(options)?).map_err(|issue| unreadable(&issue))
}

/// The output with a report of each tool.
///
/// # Errors
/// A `TypeError` for wrong options.
#[wasm_bindgen]
pub fn transform(text: &str, options: &JsValue) -> Result<JsValue, JsValue> {
    let transformed = lapidary::transform(text, &options::read(options)?);
    object(&Outcome::from(&transformed))
}

/// What the target would refuse, misread or lose.
///
/// # Errors
/// A `TypeError` for wrong options.
#[wasm_bindgen]
pub fn check(text: &str, options: &JsValue) -> Result<JsValue, JsValue> {
    object(&lapidary::check(text, &options::read(options)?))
}

/// What changes, in three forms.
///
/// # Errors
/// A `TypeError` for wrong options.
#[wasm_bindgen]
pub fn diff(text: &str, options: &JsValue) -> Result<JsValue, JsValue> {
    object(&lapidary::diff(text, &options::read(options)?))
}

/// Every rule.
///
/// # Errors
/// None in practice: the list is fixed.
#[wasm_bindgen]
pub fn rules() -> Result<JsValue, JsValue> {
    object(&lapidary::pages::rules())
}

/// Every target, the default first.
///
/// # Errors
/// None in practice: the list is fixed.
#[wasm_bindgen]
pub fn targets() -> Result<JsValue, JsValue> {
    object(&lapidary::pages::targets())
}

/// The engine's version.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    lapidary::VERSION.to_owned()
}

/// A [`Transformed`] as JavaScript sees it: without the schemas, which the output holds.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'t> {
    read_as: &'t str,
    output: Option<&'t str>,
    tools: Vec<ToolOutcome<'t>>,
    issues: &'t [Issue],
}

#[derive(Serialize)]
struct ToolOutcome<'t> {
    name: &'t str,
    status: lapidary::Status,
    issues: &'t [Issue],
    transforms_applied: &'t [&'static str],
}

impl<'t> From<&'t Transformed> for Outcome<'t> {
    fn from(transformed: &'t Transformed) -> Self {
        let tools = transformed.tools.iter().map(|tool| ToolOutcome {
            name: &tool.report.name,
            status: tool.report.status,
            issues: &tool.report.issues,
            transforms_applied: &tool.report.transforms_applied,
        });
        Outcome {
            read_as: &transformed.read_as,
            output: transformed.output.as_deref(),
            tools: tools.collect(),
            issues: &transformed.issues,
        }
    }
}

fn object(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let text = serde_json::to_string(value).map_err(|error| js_sys::Error::new(&error.to_string()))?;
    js_sys::JSON::parse(&text)
}

fn unreadable(issue: &Issue) -> JsValue {
    let error = js_sys::Error::new(&issue.to_string());
    if let Ok(issue) = object(issue) {
        // Setting a member of an object just made cannot fail.
        let _ = js_sys::Reflect::set(&error, &"issue".into(), &issue);
    }
    error.into()
}
