//! What is measured: real tools, one JSON text each. `LAPIDARY_CORPUS` names a file of them, one a
//! line; without it the inputs of the specs stand in.

use std::{
    env, fs,
    io::{Error, Result},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

const SPECS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs");

/// The members of a tool that are transformed.
#[derive(Deserialize, Serialize)]
struct McpTool {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(rename = "inputSchema", skip_serializing_if = "Option::is_none")]
    input_schema: Option<Value>,
}

pub(crate) fn texts() -> Result<Vec<String>> {
    match env::var_os("LAPIDARY_CORPUS") {
        Some(file) => corpus(&fs::read_to_string(file)?),
        None => spec_inputs(),
    }
}

fn corpus(text: &str) -> Result<Vec<String>> {
    let lines = text.lines().filter(|line| !line.is_empty());
    let tools = lines.map(|line| serde_json::from_str::<McpTool>(line).and_then(|tool| serde_json::to_string(&tool)));
    tools.map(|text| text.map_err(Error::from)).collect()
}

fn spec_inputs() -> Result<Vec<String>> {
    let mut files = Vec::new();
    collect(Path::new(SPECS), &mut files)?;
    files.sort();
    let texts: Result<Vec<String>> = files.iter().map(fs::read_to_string).collect();
    Ok(texts?.into_iter().filter(|text| serde_json::from_str::<Value>(text).is_ok()).collect())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.to_string_lossy();
        if path.is_dir() {
            collect(&path, files)?;
        } else if name.ends_with(".json") {
            files.push(path);
        }
    }
    Ok(())
}
