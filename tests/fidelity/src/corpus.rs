//! Real tools, one a line.

use std::{fs, path::Path};

use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};

/// A tool as its server lists it.
pub(crate) struct Tool {
    /// Its place in the file; seeds the draws.
    pub(crate) index: usize,
    /// Server and name, for people.
    pub(crate) label: String,
    /// The MCP tool as text: what is transformed.
    pub(crate) text: String,
    /// Its input schema, or why serde cannot hold it.
    pub(crate) schema: Result<Value, String>,
}

/// What is read of a line, and what of it is transformed.
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

/// Reads a file of tools.
pub(crate) fn read(file: &Path) -> Result<Vec<Tool>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty()).enumerate();
    lines.map(|(index, line)| tool(index, line).map_err(|error| format!("tool {}: {error}", index + 1))).collect()
}

/// One line as a tool. A tool without an input schema takes anything.
pub(crate) fn tool(index: usize, line: &str) -> serde_json::Result<Tool> {
    let tool: McpTool<'_> = serde_json::from_str(line)?;
    let schema = tool.input_schema.map_or(Ok(Value::Bool(true)), |raw| serde_json::from_str(raw.get()));
    Ok(Tool {
        index,
        label: format!("{}/{}", tool.server, tool.name),
        text: serde_json::to_string(&tool)?,
        schema: schema.map_err(|error| error.to_string()),
    })
}
