//! The tools of an MCP server for clients that hand them on to Gemini, and a call on its way back. It prints
//! `rmcp.txt`.
//!
//! `cargo run --package lapidary --features rmcp --example rmcp`

use std::{error::Error, io::Write};

use lapidary::{OnError, Options, ecosystem::rmcp::Calls, ecosystem::rmcp::fix_tools};
use rmcp::model::{CallToolRequestParams, Tool, object};
use serde_json::json;

/// What a server lists.
fn tools() -> Vec<Tool> {
    let search = json!({
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1},
            "page": {"oneOf": [{"type": "integer", "exclusiveMinimum": 0}, {"type": "null"}]}
        },
        "required": ["query"]
    });
    let ping = json!({"type": "object", "properties": {}});
    vec![
        Tool::new("issues/search", "Search issues.", object(search)),
        Tool::new("ping", "Say whether the server is there.", object(ping)),
    ]
}

fn run(mut out: impl Write) -> Result<(), Box<dyn Error>> {
    let mut tools = tools();
    let fixed = fix_tools(&mut tools, &Options::default(), OnError::KeepGoing);
    for tool in &tools {
        writeln!(out, "{} {}", tool.name, serde_json::to_string(&tool.input_schema)?)?;
    }
    for issue in fixed.reports.iter().flat_map(|report| &report.issues) {
        writeln!(out, "{} {}", issue.code, issue.pointer)?;
    }

    let declared = tools.remove(0).name;
    let from_model = CallToolRequestParams::new(declared).with_arguments(object(json!({"query": "panic"})));
    let (for_server, misfits) = fixed.codecs.restore_call(from_model);
    assert!(misfits.is_empty());
    writeln!(out, "{}", serde_json::to_string(&for_server)?)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(std::io::stdout())
}

#[test]
fn it_prints_the_text_beside_it() -> Result<(), Box<dyn Error>> {
    let mut printed = Vec::new();
    run(&mut printed)?;
    assert_eq!(String::from_utf8(printed)?, include_str!("rmcp.txt"));
    Ok(())
}
