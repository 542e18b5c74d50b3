//! The tools that are measured, one JSON text each. `LAPIDARY_CORPUS` names a file of real ones, one a line; without it
//! they are generated, with the keywords and sizes that are typical of real tools.

use std::{
    env, fs,
    io::{BufWriter, Error, Result, Write, stdout},
};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// This program as the one that prints the texts.
pub(crate) const TEXTS: &str = "texts";

/// The members of a tool that are transformed.
#[derive(Deserialize, Serialize)]
struct McpTool {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(rename = "inputSchema", skip_serializing_if = "Option::is_none")]
    input_schema: Option<Value>,
}

/// Prints the texts, one a line, for all who measure.
pub(crate) fn print() -> Result<()> {
    let texts = match env::var_os("LAPIDARY_CORPUS") {
        Some(file) => corpus(&fs::read_to_string(file)?)?,
        None => (0..MADE).map(|at| ordinary(at).to_string()).collect(),
    };
    let mut out = BufWriter::new(stdout().lock());
    texts.iter().try_for_each(|text| writeln!(out, "{text}"))?;
    out.flush()
}

/// The texts that were printed into a file.
pub(crate) fn read(file: &str) -> Result<Vec<String>> {
    Ok(fs::read_to_string(file)?.lines().map(str::to_owned).collect())
}

fn corpus(text: &str) -> Result<Vec<String>> {
    let lines = text.lines().filter(|line| !line.is_empty());
    let tools = lines.map(|line| serde_json::from_str::<McpTool>(line).and_then(|tool| serde_json::to_string(&tool)));
    tools.map(|text| text.map_err(Error::from)).collect()
}

const MADE: usize = 1000;
/// Most members of a made tool.
const WIDEST: usize = 12;

fn ordinary(at: usize) -> Value {
    json!({
        "name": format!("made_{at}"),
        "description": "Searches what was stored, and gives the entries that fit, the latest first.",
        "inputSchema": object(at, at % WIDEST, true),
    })
}

fn object(seed: usize, count: usize, is_root: bool) -> Value {
    let names: Vec<String> = (0..count).map(|at| format!("member_{at}")).collect();
    let members = names.iter().enumerate().map(|(at, name)| (name.clone(), member(seed * 7 + at * 3, is_root)));
    let mut schema = json!({"type": "object", "properties": members.collect::<Map<_, _>>()});
    if seed.is_multiple_of(2) {
        schema["required"] = names.iter().take(2).cloned().collect();
    }
    if seed.is_multiple_of(3) {
        schema["additionalProperties"] = Value::from(false);
    }
    if is_root && seed.is_multiple_of(2) {
        schema["$schema"] = Value::from("http://json-schema.org/draft-07/schema#");
    }
    schema
}

/// Mostly plain strings and numbers; now and then a list, a union with null, or an object of its own.
fn member(seed: usize, nests: bool) -> Value {
    let description = "What is looked for, in words or as an identifier";
    match seed % 16 {
        0..=5 => json!({"type": "string", "description": description}),
        6 | 7 => json!({"type": "integer", "description": description, "default": 10, "minimum": 1, "maximum": 100}),
        8 => json!({"type": "boolean", "default": false}),
        9 | 10 => json!({"type": "string", "enum": ["latest", "oldest", "fitting"], "description": description}),
        11 => json!({"type": "array", "items": {"type": "string"}, "description": description}),
        12 | 13 => json!({"anyOf": [{"type": "string"}, {"type": "null"}], "default": null, "title": "Member"}),
        14 if nests => object(seed, 3, false),
        14 => json!({"type": "string", "format": "date-time", "minLength": 1}),
        _ => json!({"type": "object", "additionalProperties": true, "description": description}),
    }
}
