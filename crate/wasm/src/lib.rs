//! Lapidary for JavaScript: bindings and User Timing, nothing else.
//!
//! Documents cross as text, and answers as JSON text that the host parses: both faster and more exact
//! than building objects member by member.

mod calls;
mod options;
mod outcome;
mod timing;

use lapidary::{Derivation, Emit, JsonSchema, OnError, Transformed};
use wasm_bindgen::prelude::*;

pub use calls::{Restorer, encode_call, latest_tools, normalize_request, restore_call, restore_response};
use options::Asked;
use outcome::{Outcome, SchemaOutcome, failure, json};
use timing::measured;

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
/// An `Error` whose `issue` says why there is no output; a `TypeError` for wrong options.
#[wasm_bindgen(js_name = transformText)]
pub fn transform_text(text: &str, options: &JsValue) -> Result<String, JsValue> {
    let Asked { options, output, timing } = options::read(options)?;
    measured(timing, || lapidary::transform_text(text, &options, &output)).map_err(|issue| failure(&issue))
}

/// The output with a report of each tool.
///
/// # Errors
/// A `TypeError` for wrong options; with `onError: "throw"`, an `Error` whose `issue` says why there is
/// no output.
#[wasm_bindgen]
pub fn transform(text: &str, options: &JsValue) -> Result<String, JsValue> {
    let asked = options::read(options)?;
    let transformed = transformed(text, &asked);
    if asked.output.on_error == OnError::Throw {
        demand_output(&transformed)?;
    }
    json(&Outcome::from(&transformed))
}

/// A schema for the target, as JSON text, and what changed.
///
/// # Errors
/// An `Error` whose `issue` says why the text is no JSON; a `TypeError` for wrong options.
#[wasm_bindgen(js_name = transformSchema)]
pub fn transform_schema(text: &str, options: &JsValue) -> Result<String, JsValue> {
    let Asked { mut options, output, timing } = options::read(options)?;
    if output.emit == Emit::Same {
        options.target = options.target.derived(&Derivation::default().lower_case());
    }
    let unreadable = |error| failure(&lapidary::Issue::unreadable(text, &error, options.encoding));
    let schema = JsonSchema::parse(text).map_err(unreadable)?;
    let (schema, issues) = measured(timing, || lapidary::transform_schema(&schema, &options));
    json(&SchemaOutcome { schema: schema.text(), issues })
}

/// The declarations of some tools, their report, and what undoes their calls: three texts, since few
/// callers read them all.
///
/// # Errors
/// An `Error` whose `issue` says why there are none; a `TypeError` for wrong options.
#[wasm_bindgen(js_name = transformTools)]
pub fn transform_tools(text: &str, options: &JsValue) -> Result<Vec<String>, JsValue> {
    let mut asked = options::read(options)?;
    asked.output.emit = Emit::Declarations;
    let transformed = transformed(text, &asked);
    demand_output(&transformed)?;
    let codec = json(&transformed.codecs())?;
    let mut declarations = "[".to_owned();
    for declaration in transformed.declared().into_iter().filter_map(|tool| tool.declaration) {
        declarations += if declarations.len() == 1 { "" } else { "," };
        declarations += &declaration;
    }
    declarations.push(']');
    Ok(vec![declarations, json(&transformed.into_report())?, codec])
}

/// What the target would refuse, misread or lose.
///
/// # Errors
/// A `TypeError` for wrong options.
#[wasm_bindgen]
pub fn check(text: &str, options: &JsValue) -> Result<String, JsValue> {
    json(&transformed(text, &told(options)?).into_report())
}

/// The issues that keep a document's tools from being taken as they are: none if they are.
///
/// # Errors
/// A `TypeError` for wrong options.
#[wasm_bindgen]
pub fn incompatibilities(text: &str, options: &JsValue) -> Result<String, JsValue> {
    json(&transformed(text, &told(options)?).incompatibilities())
}

/// What changes, in three forms.
///
/// # Errors
/// A `TypeError` for wrong options.
#[wasm_bindgen]
pub fn diff(text: &str, options: &JsValue) -> Result<String, JsValue> {
    let Asked { options, output, timing } = options::read(options)?;
    json(&measured(timing, || lapidary::diff(text, &options, output.tool.as_deref())))
}

/// Every target, the default first.
///
/// # Errors
/// None in practice: the list is fixed.
#[wasm_bindgen]
pub fn targets() -> Result<String, JsValue> {
    json(&lapidary::pages::targets())
}

/// The engine's version.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    lapidary::VERSION.to_owned()
}

/// What is asked of a report, which tells of every tool, also of those that stop an output.
fn told(options: &JsValue) -> Result<Asked, JsValue> {
    let mut asked = options::read(options)?;
    asked.output.on_error = OnError::KeepGoing;
    Ok(asked)
}

fn transformed(text: &str, asked: &Asked) -> Transformed {
    measured(asked.timing, || lapidary::transform(text, &asked.options, &asked.output))
}

fn demand_output(transformed: &Transformed) -> Result<(), JsValue> {
    match (&transformed.output, transformed.issues().first()) {
        (None, Some(issue)) => Err(failure(issue)),
        _ => Ok(()),
    }
}
