//! Lapidary for JavaScript: bindings and User Timing, nothing else.
//!
//! Documents cross the boundary as text, and results as JSON text that the host parses: both faster and more exact than
//! building objects member by member. Options cross as objects.

mod calls;
mod given;
pub mod options;
pub mod outcome;
mod timing;
mod turns;

use lapidary::{JsonSchema, OnError, PositionEncoding, Span, Transformed, internal::LineIndex};
use wasm_bindgen::prelude::*;

pub use calls::{Restorer, encode_call, restore_call, restore_response};
use options::{Asked, Takes};
use outcome::{Outcome, Report, SchemaOutcome, failure, json};
use timing::measured;
pub use turns::{normalize_request, normalize_turn};

/// What calls that return an output take besides [`options::Options`].
const ALL: &[Takes] = &[Takes::Role, Takes::Tool, Takes::Error, Takes::Layout];
/// What calls that return declarations take besides them.
const OF_TOOLS: &[Takes] = &[Takes::Role, Takes::Tool, Takes::Error];
/// What calls that return a report take besides them.
const OF_TOOL: &[Takes] = &[Takes::Role, Takes::Tool];

/// Runs once per instance; from then on, panics are reported on the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Discards this instance, after a trap: the host creates a new one from the same module.
#[wasm_bindgen]
pub fn discard() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Transforms a document; text in, text out.
///
/// # Errors
/// An `Error` whose `issue` states why there is no output; a `TypeError` for invalid options.
#[wasm_bindgen(js_name = transformText)]
pub fn transform_text(text: &str, options: &JsValue) -> Result<String, JsValue> {
    let asked = Asked::read(options, ALL)?;
    measured(&asked, |options, output| lapidary::transform_text(text, options, output)).map_err(|issue| failure(&issue))
}

/// Transforms a document; returns the output with a report on each tool.
///
/// # Errors
/// A `TypeError` for invalid options; with `onError: "throw"`, an `Error` whose `issue` states why there is no output.
#[wasm_bindgen]
pub fn transform(text: &str, options: &JsValue) -> Result<String, JsValue> {
    let asked = Asked::read(options, ALL)?;
    let transformed = transformed(text, &asked);
    if asked.output().on_error == OnError::Throw {
        demand_output(&transformed)?;
    }
    json(&Outcome::from(&transformed))
}

/// Lowers a schema; returns it as JSON text, with the issues.
///
/// # Errors
/// An `Error` whose `issue` states why the text is not JSON; a `TypeError` for invalid options.
#[wasm_bindgen(js_name = transformSchema)]
pub fn transform_schema(text: &str, options: &JsValue) -> Result<String, JsValue> {
    let asked = Asked::read(options, &[Takes::Role])?;
    let unreadable = |error| failure(&lapidary::Issue::unreadable(text, &error, asked.options.encoding()));
    let schema = JsonSchema::parse(text).map_err(unreadable)?;
    let (schema, issues) = measured(&asked, |options, _| lapidary::transform_schema(&schema, options));
    json(&SchemaOutcome { schema: schema.text(), issues })
}

/// Declares tools; returns the declarations and the codecs, as two texts. [`tools_report`] returns the rest.
///
/// # Errors
/// An `Error` whose `issue` states why there are none; a `TypeError` for invalid options.
#[wasm_bindgen(js_name = transformTools)]
pub fn transform_tools(text: &str, options: &JsValue) -> Result<Vec<String>, JsValue> {
    let asked = Asked::read(options, OF_TOOLS)?;
    let declared = measured(&asked, |options, output| lapidary::declare(text, options, output));
    let declared = declared.map_err(|issue| failure(&issue))?;
    if declared.iter().any(|tool| tool.is_schema) {
        let message = "this is a JSON Schema, and no tool: a declaration needs a name".to_owned();
        let help = "give `{ name, inputSchema }`; `transformSchema` takes a schema";
        return Err(failure(&lapidary::Issue::document("no-tool", message, help)));
    }
    let codecs = json(&lapidary::Declared::codecs(&declared))?;
    let texts: Vec<String> = declared.into_iter().filter_map(|tool| tool.declaration).collect();
    Ok(vec![format!("[{}]", texts.join(",")), codecs])
}

/// The report on what [`transform_tools`] does with the same text and options.
///
/// # Errors
/// A `TypeError` for invalid options.
#[wasm_bindgen(js_name = toolsReport)]
pub fn tools_report(text: &str, options: &JsValue) -> Result<String, JsValue> {
    json(&Report::from(&transformed(text, &Asked::read(options, OF_TOOLS)?)))
}

/// Reports what the target would reject, misread or lose.
///
/// # Errors
/// A `TypeError` for invalid options.
#[wasm_bindgen]
pub fn check(text: &str, options: &JsValue) -> Result<String, JsValue> {
    json(&Report::from(&transformed(text, &Asked::read(options, OF_TOOL)?)))
}

/// The issues because of which the target does not accept a document's tools as they are; none if it does.
///
/// # Errors
/// A `TypeError` for invalid options.
#[wasm_bindgen]
pub fn incompatibilities(text: &str, options: &JsValue) -> Result<String, JsValue> {
    json(&transformed(text, &Asked::read(options, OF_TOOL)?).incompatibilities())
}

/// The changes to a document, in three forms.
///
/// # Errors
/// A `TypeError` for invalid options.
#[wasm_bindgen]
pub fn diff(text: &str, options: &JsValue) -> Result<String, JsValue> {
    let asked = Asked::read(options, OF_TOOL)?;
    json(&measured(&asked, |options, output| lapidary::diff(text, options, output.tool.as_deref())))
}

/// The error messages of APIs in a text, recognized. Places in the text are in UTF-16 code units.
///
/// # Errors
/// None in practice: any text has an answer.
#[wasm_bindgen(js_name = explainError)]
pub fn explain_error(text: &str) -> Result<String, JsValue> {
    let mut errors = lapidary::explain_error(text);
    let lines = LineIndex::new(text);
    for span in errors.iter_mut().map(|error| &mut error.span) {
        let unit = |at| lines.offset(at, PositionEncoding::Utf16);
        *span = Span { start: unit(span.start), end: unit(span.end) };
    }
    json(&errors)
}

/// Every target, the default first.
///
/// # Errors
/// None in practice: the list is fixed.
#[wasm_bindgen]
pub fn targets() -> Result<String, JsValue> {
    json(&lapidary::internal::target_pages())
}

/// The engine's version.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    lapidary::VERSION.to_owned()
}

fn transformed(text: &str, asked: &Asked) -> Transformed {
    measured(asked, |options, output| lapidary::transform(text, options, output))
}

fn demand_output(transformed: &Transformed) -> Result<(), JsValue> {
    match (&transformed.output, transformed.issues().first()) {
        (None, Some(issue)) => Err(failure(issue)),
        _ => Ok(()),
    }
}
