//! The answer of the engine for one tool.

use std::panic::{self, AssertUnwindSafe};

use lapidary::{Call, Codec, IssueCode, Mode, Options, Output, TARGETS, Target, transform};
use serde_json::{Value, json, value::RawValue};

use crate::{claims::Claim, corpus::Tool, declared::Declared, json};

const MODES: [Mode; 2] = [Mode::DropIn, Mode::RoundTrip];

/// A target and a mode: what is measured at once.
#[derive(Clone, Copy)]
pub struct Run {
    /// The target that the tool is transformed for.
    pub target: &'static Target,
    /// Drop-in or round-trip.
    pub mode: Mode,
}

impl Run {
    /// Every target in every mode, or those that are named. The error is a message for people.
    pub fn named(target: Option<&str>, mode: Option<&str>) -> Result<Vec<Run>, String> {
        let find = |id| Target::find(id).ok_or_else(|| format!("no target is called {id}"));
        let targets = target.map_or_else(|| Ok(TARGETS.to_vec()), |id| find(id).map(|target| vec![target]))?;
        let all = targets.into_iter().flat_map(|target| MODES.map(|mode| Run { target, mode }));
        let runs: Vec<Run> = all.filter(|run| mode.is_none_or(|name| run.mode_name() == name)).collect();
        if runs.is_empty() { Err(format!("no mode is called {}", mode.unwrap_or_default())) } else { Ok(runs) }
    }

    fn options(self) -> Options {
        Options::new(self.target).mode(self.mode)
    }

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
    /// The declaration as it left; none if the tool was left out.
    pub text: Option<String>,
    /// The declaration, read; none if the tool was left out.
    pub declared: Option<Declared>,
    /// The codec that restores its calls.
    pub codec: Codec,
    /// The claims of the reported edits.
    pub claims: Vec<Claim>,
    /// Whether the tool left as it came because a limit was met, which is reported: nothing is promised of it then.
    pub is_limited: bool,
}

impl Answer {
    /// Transforms a tool.
    pub fn to(tool: &Tool, run: Run) -> Answer {
        let (tools, issues) = transform(&tool.text, &run.options(), &Output::default()).into_findings();
        let answer = tools.into_iter().next();
        let reported = || answer.iter().flat_map(|answer| &answer.report.issues).chain(&issues);
        let (claims, is_limited) =
            (reported().map(Claim::of).collect(), reported().any(|issue| issue.code == IssueCode::LIMIT));
        let (declaration, codec) = answer.map_or_else(Default::default, |answer| (answer.declaration, answer.codec));
        Answer {
            line: line(tool, declaration.as_deref()),
            declared: declaration.as_deref().and_then(Declared::read),
            text: declaration,
            codec,
            claims,
            is_limited,
        }
    }

    /// Transforms a tool; the error is the message of a panic.
    pub fn caught(tool: &Tool, run: Run) -> Result<Answer, String> {
        panic::catch_unwind(AssertUnwindSafe(|| Answer::to(tool, run))).map_err(|thrown| {
            let text = thrown.downcast_ref::<String>().map(String::as_str);
            text.or_else(|| thrown.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
        })
    }

    /// The declaration, transformed for the same target again.
    pub fn again(&self, run: Run) -> Option<String> {
        transform(self.text.as_ref()?, &run.options(), &Output::default()).declared().pop()?.declaration
    }

    /// The line, if the server has to accept it.
    pub fn judged(&self) -> Option<&str> {
        (!self.is_limited).then_some(&*self.line)
    }

    /// A model's arguments, restored.
    pub fn restore(&self, wire: &Value) -> Option<Value> {
        json::read(&self.restored(wire)?.args).ok()
    }

    /// Whether restoring says that some part of a model's arguments does not fit.
    pub fn is_misfit(&self, wire: &Value) -> bool {
        self.restored(wire).is_some_and(|call| !call.issues.is_empty())
    }

    fn restored(&self, wire: &Value) -> Option<Call> {
        let declared = self.declared.as_ref()?;
        Some(self.codec.restore(&declared.name, &wire.to_string()))
    }

    /// The arguments as a model would have written them.
    pub fn encode(&self, arguments: &Value) -> Option<Value> {
        json::read(&self.encoded(arguments)?.args).ok()
    }

    /// Whether encoding says that it cannot write some part of the arguments.
    pub fn misfits(&self, arguments: &Value) -> bool {
        self.encoded(arguments).is_some_and(|call| !call.issues.is_empty())
    }

    fn encoded(&self, arguments: &Value) -> Option<Call> {
        let declared = self.declared.as_ref()?;
        let name = self.codec.restore_name(&declared.name);
        Some(self.codec.encode(name, &arguments.to_string()))
    }
}

fn line(tool: &Tool, declaration: Option<&str>) -> String {
    let raw = declaration.and_then(|text| RawValue::from_string(text.to_owned()).ok());
    match raw {
        Some(raw) => format!(r#"{{"name":{},"declaration":{}}}"#, json!(tool.label), raw.get()),
        None => json!({ "name": tool.label, "error": "left out" }).to_string(),
    }
}
