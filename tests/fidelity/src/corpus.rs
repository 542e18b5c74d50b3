//! Real tools, one a line.

use std::{fs, path::Path};

use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};

use crate::json;

/// A tool as its server lists it.
#[derive(Clone)]
pub struct Tool {
    /// Its place among all tools; seeds the draws.
    pub index: usize,
    /// Server and name, for people.
    pub label: String,
    /// The MCP tool as text: what is transformed.
    pub text: String,
    /// Its input schema, or why serde cannot hold it.
    pub schema: Result<Value, String>,
}

/// The members of a line that are read; `server` is not transformed.
#[derive(Deserialize, Serialize)]
struct McpTool<'l> {
    #[serde(default, skip_serializing)]
    server: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(rename = "inputSchema", borrow, skip_serializing_if = "Option::is_none")]
    input_schema: Option<&'l RawValue>,
}

/// Reads files of tools.
pub fn read(files: &[impl AsRef<Path>]) -> Result<Vec<Tool>, String> {
    let mut tools = Vec::new();
    for file in files {
        let file = file.as_ref();
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let tool = tool(tools.len(), line);
            tools.push(tool.map_err(|error| format!("{}:{}: {error}", file.display(), at + 1))?);
        }
    }
    Ok(tools)
}

/// One line as a tool. A tool without an input schema takes anything.
pub fn tool(index: usize, line: &str) -> serde_json::Result<Tool> {
    let tool: McpTool<'_> = serde_json::from_str(line)?;
    let schema = tool.input_schema.map_or(Ok(Value::Bool(true)), |raw| json::read(raw.get()));
    Ok(Tool {
        index,
        label: format!("{}/{}", tool.server, tool.name),
        text: serde_json::to_string(&tool)?,
        schema: schema.map_err(|error| error.to_string()),
    })
}
