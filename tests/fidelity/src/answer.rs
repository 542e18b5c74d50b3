//! What the engine answers for one tool.

use lapidary::{Codec, Mode, Options, Target, transform};
use serde_json::{Value, json, value::RawValue};

use crate::{claims::Claim, corpus::Tool, declared::Declared, json};

/// A target and a mode: what is measured at once.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub(crate) target: &'static Target,
    pub(crate) mode: Mode,
}

impl Run {
    /// As it is named in tables.
    pub(crate) fn name(self) -> String {
        format!("{}, {}", self.target.id, self.mode_name())
    }

    pub(crate) fn mode_name(self) -> &'static str {
        match self.mode {
            Mode::DropIn => "drop-in",
            Mode::RoundTrip => "round-trip",
        }
    }
}

/// A transformed tool.
pub(crate) struct Answer {
    /// The line that the oracle reads.
    pub(crate) line: String,
    /// The declaration; none if the tool was left out.
    pub(crate) declared: Option<Declared>,
    /// What undoes a call of it.
    pub(crate) codec: Codec,
    /// What the reported edits say.
    pub(crate) claims: Vec<Claim>,
}

impl Answer {
    pub(crate) fn to(tool: &Tool, run: Run) -> Answer {
        let options = Options { target: *run.target, mode: run.mode, ..Options::default() };
        let mut transformed = transform(&tool.text, &options);
        let answer = if transformed.tools.is_empty() { None } else { Some(transformed.tools.swap_remove(0)) };
        let reported = answer.iter().flat_map(|answer| &answer.report.issues).chain(&transformed.issues);
        let claims = reported.map(Claim::of).collect();
        let (declaration, codec) = answer.map_or_else(Default::default, |answer| (answer.declaration, answer.codec));
        Answer {
            line: line(tool, declaration.as_deref()),
            declared: declaration.as_deref().and_then(Declared::read),
            codec,
            claims,
        }
    }

    /// The call that a model's arguments come back as: its arguments.
    pub(crate) fn restore(&self, wire: &Value) -> Option<Value> {
        let declared = self.declared.as_ref()?;
        json::read(&self.codec.restore(&declared.name, &wire.to_string()).args).ok()
    }

    /// The arguments as a model would have written them.
    pub(crate) fn encode(&self, arguments: &Value) -> Option<Value> {
        let declared = self.declared.as_ref()?;
        let name = self.codec.restore_name(&declared.name);
        json::read(&self.codec.encode(name, &arguments.to_string()).args).ok()
    }
}

fn line(tool: &Tool, declaration: Option<&str>) -> String {
    let raw = declaration.and_then(|text| RawValue::from_string(text.to_owned()).ok());
    match raw {
        Some(raw) => format!(r#"{{"name":{},"declaration":{}}}"#, json!(tool.label), raw.get()),
        None => json!({ "name": tool.label, "error": "left out" }).to_string(),
    }
}
