//! The harness itself: a declaration that keeps everything measures full, and each way to keep less
//! shows where it should.

mod checked;
mod coded;
mod declared;
mod drawn;
mod kept;
mod listed;
mod proven;
mod tortured;

use lapidary::{Codec, Mode, Options, Output, transform};
use serde_json::{Value, json};

use crate::{
    answer::Answer,
    claims::Claim,
    corpus::{self, Tool},
    declared::{Declared, Dialect},
    measure::{Measured, Original},
};

const DRAWS: usize = 60;

fn tool(schema: &Value) -> Tool {
    let line = json!({ "name": "tool", "inputSchema": schema }).to_string();
    corpus::tool(7, &line).expect("the line is a tool")
}

/// An answer made by hand.
fn answer(dialect: Dialect, schema: Option<&Value>, codec: Codec, claims: Vec<Claim>) -> Answer {
    let declared = Declared { name: "tool".to_owned(), dialect, schema: schema.cloned() };
    let text = schema.map(Value::to_string);
    Answer { line: text.clone().unwrap_or_default(), text, declared: Some(declared), codec, claims, is_limited: false }
}

fn measure(schema: &Value, parameters: Option<&Value>) -> Measured {
    measure_in(Mode::DropIn, schema, &answer(Dialect::Fields, parameters, Codec::default(), Vec::new()))
}

fn measure_in(mode: Mode, schema: &Value, answer: &Answer) -> Measured {
    let tool = tool(schema);
    Original::new(&tool, DRAWS).measure(answer, mode)
}

/// The claims of the engine's edits of a tool.
fn claims(schema: &Value) -> Vec<Claim> {
    let tool = json!({ "name": "tool", "inputSchema": schema }).to_string();
    transform(&tool, &Options::default(), &Output::default()).tools()[0].report.issues.iter().map(Claim::of).collect()
}
