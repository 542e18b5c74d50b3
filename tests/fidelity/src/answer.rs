//! What the engine answers for one tool.

use lapidary::{Codec, Mode, Options, Target, transform};
use serde_json::{Value, json, value::RawValue};

use crate::{claims::Claim, corpus::Tool, declared::Declared, json};

/// A target and a mode: what is measured at once.
#[derive(Clone, Copy)]
pub struct Run {
    /// What is lowered for.
    pub target: &'static Target,
    /// Drop-in or round-trip.
    pub mode: Mode,
}

impl Run {
    /// As it is named in tables.
    pub fn name(self) -> String {
        format!("{}, {}", self.target.id, self.mode_name())
    }

    /// The mode, as it is named on command lines.
    pub fn mode_name(self) -> &'static str {
        match self.mode {
            Mode::DropIn => "drop-in",
            Mode::RoundTrip => "round-trip",
        }
    }
}

/// A transformed tool.
pub struct Answer {
    /// The line that the oracle reads.
    pub line: String,
    /// The declaration; none if the tool was left out.
    pub declared: Option<Declared>,
    /// What undoes a call of it.
    pub codec: Codec,
    /// What the reported edits say.
    pub claims: Vec<Claim>,
}

impl Answer {
    /// Transforms a tool.
    pub fn to(tool: &Tool, run: Run) -> Answer {
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
    pub fn restore(&self, wire: &Value) -> Option<Value> {
        let declared = self.declared.as_ref()?;
        json::read(&self.codec.restore(&declared.name, &wire.to_string()).args).ok()
    }

    /// The arguments as a model would have written them.
    pub fn encode(&self, arguments: &Value) -> Option<Value> {
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
