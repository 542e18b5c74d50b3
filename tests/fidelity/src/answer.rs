//! What the engine answers for one tool.

use lapidary::{Options, Target, transform};
use serde_json::{Value, json, value::RawValue};

use crate::{claims::Claim, corpus::Tool};

/// A transformed tool.
pub(crate) struct Answer {
    /// The line that the oracle reads.
    pub(crate) line: String,
    /// The declaration's schema; none where it has none, or there is no declaration.
    pub(crate) parameters: Option<Value>,
    /// What the reported edits say.
    pub(crate) claims: Vec<Claim>,
}

impl Answer {
    /// Transforms a tool, drop-in.
    pub(crate) fn to(tool: &Tool, target: &'static Target) -> Answer {
        let transformed = transform(&tool.text, &Options { target: *target, ..Options::default() });
        let declaration = transformed.tools.first().and_then(|answer| answer.declaration.clone());
        let reported = transformed.tools.iter().flat_map(|answer| &answer.report.issues).chain(&transformed.issues);
        let claims = reported.map(Claim::of).collect();
        Answer { line: line(tool, declaration.as_deref()), parameters: parameters(declaration.as_deref()), claims }
    }
}

fn line(tool: &Tool, declaration: Option<&str>) -> String {
    let raw = declaration.and_then(|text| RawValue::from_string(text.to_owned()).ok());
    match raw {
        Some(raw) => format!(r#"{{"name":{},"declaration":{}}}"#, json!(tool.label), raw.get()),
        None => json!({ "name": tool.label, "error": "left out" }).to_string(),
    }
}

fn parameters(declaration: Option<&str>) -> Option<Value> {
    let mut declaration: Value = serde_json::from_str(declaration?).ok()?;
    declaration.get_mut("parameters").map(Value::take)
}
