//! The feature `rmcp`: tools fixed in place, and their calls restored.

use lapidary::{
    GEMINI, GEMINI_API, Mode, OnError, Options, Rule, Status, ecosystem::rmcp::Calls, ecosystem::rmcp::fix_tool,
    ecosystem::rmcp::fix_tools,
};
use rmcp::model::{CallToolRequestParams, Tool, ToolAnnotations, object};
use serde_json::{Value, json};

fn tool(name: &'static str, input: Value) -> Tool {
    Tool::new(name, "A tool.", object(input))
}

fn input() -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {"at": {"$ref": "#/definitions/at"}, "n": {"type": ["integer", "null"]}},
        "required": ["at", "gone"],
        "additionalProperties": false,
        "definitions": {"at": {"type": "string", "const": "here"}}
    })
}

#[test]
fn only_the_input_schema_and_a_refused_name_change() {
    let original = tool("files/read", input())
        .with_title("Read")
        .with_raw_output_schema(object(input()).into())
        .with_annotations(ToolAnnotations::new().read_only(true));
    let mut fixed = original.clone();
    let answer = fix_tool(&mut fixed, &Options::default());

    assert_eq!(
        *fixed.input_schema,
        object(json!({
            "type": "object",
            "properties": {
                "at": {"type": "string", "enum": ["here"]},
                "n": {"type": "integer", "nullable": true}
            },
            "required": ["at"]
        }))
    );
    assert!(fixed.name.starts_with("files_read_"));
    assert_eq!(answer.codec.declared.as_deref(), Some(&*fixed.name));
    fixed.input_schema = original.input_schema.clone();
    fixed.name = original.name.clone();
    assert_eq!(fixed, original);
}

#[test]
fn issues_point_into_the_tool_and_the_list() -> serde_json::Result<()> {
    let mut read = tool("read", input());
    let tools = serde_json::to_value(&read)?;
    let answer = fix_tool(&mut read, &Options::default());
    assert!(answer.issues.iter().any(|issue| issue.code.as_str() == "GS023"));
    for issue in &answer.issues {
        assert!(tools.pointer(&issue.pointer).is_some(), "{issue:?}");
    }

    let mut list = vec![tool("ping", json!({"type": "object", "properties": {}})), tool("read", input())];
    let result = json!({"tools": list});
    let answer = fix_tools(&mut list, &Options::default(), OnError::KeepGoing);
    assert_eq!(answer.reports.len(), 2);
    assert_eq!(answer.reports[1].status, Status::Incompatible);
    for issue in &answer.reports[1].issues {
        assert!(issue.pointer.starts_with("/tools/1/") && result.pointer(&issue.pointer).is_some(), "{issue:?}");
    }
    Ok(())
}

#[test]
fn a_second_time_changes_nothing() {
    for target in [GEMINI, GEMINI_API] {
        let options = Options::new(&target);
        let mut tools = vec![tool("a/b", input()), tool("c", json!({"type": "object"})), tool("d", json!({}))];
        fix_tools(&mut tools, &options, OnError::KeepGoing);
        let once = tools.clone();
        let again = fix_tools(&mut tools, &options, OnError::KeepGoing);
        assert_eq!(tools, once);
        assert!(again.codecs.is_empty());
    }
}

#[test]
fn any_root_becomes_an_object_in_lower_case() {
    let roots =
        [json!({}), json!({"type": "array"}), json!({"anyOf": [{"type": "object"}, {"type": "null"}]}), input()];
    for root in roots {
        let mut odd = tool("odd", root.clone());
        fix_tool(&mut odd, &Options::default());
        assert_eq!(odd.input_schema.get("type"), Some(&json!("object")), "{root}");
    }
}

#[test]
fn tools_of_one_name_become_two_names_or_one_tool() {
    let other = json!({"type": "object", "properties": {"x": {"type": "string"}}});
    let mut tools = vec![tool("read", input()), tool("read", other), tool("read", input())];
    let answer = fix_tools(&mut tools, &Options::default(), OnError::KeepGoing);
    assert_eq!(answer.reports.len(), 3);
    assert_eq!(tools.len(), 2);
    assert_eq!(tools[0].name, "read");
    assert_ne!(tools[1].name, "read");
    let (call, _) = answer.codecs.restore_call(CallToolRequestParams::new(tools[1].name.clone()));
    assert_eq!(call.name, "read");
}

#[test]
fn an_empty_list_stays_one() {
    let mut tools = Vec::new();
    let answer = fix_tools(&mut tools, &Options::default(), OnError::Throw);
    assert!(tools.is_empty() && answer.reports.is_empty() && answer.issues.is_empty());
}

#[test]
fn calls_come_back_and_go_forth() {
    let mut tools = vec![tool("a/b", input()), tool("plain", input())];
    let answer = fix_tools(&mut tools, &Options::default().mode(Mode::RoundTrip), OnError::KeepGoing);
    let server_side = CallToolRequestParams::new("a/b").with_arguments(object(json!({"at": "here", "n": 5})));
    let (model_side, misfits) = answer.codecs.encode_call(server_side.clone());
    assert_eq!(model_side.name, tools[0].name);
    assert!(misfits.is_empty());
    assert_eq!(answer.codecs.restore_call(model_side), (server_side, Vec::new()));

    let plain = CallToolRequestParams::new("plain").with_arguments(object(json!({"at": "here"})));
    assert_eq!(answer.codecs.restore_call(plain.clone()), (plain, Vec::new()));
    let unknown = CallToolRequestParams::new("unknown");
    assert_eq!(answer.codecs.restore_call(unknown.clone()), (unknown, Vec::new()));
}

#[test]
fn what_else_a_call_carries_stays() {
    let mut tool = tool("a/b", input());
    let codec = fix_tool(&mut tool, &Options::default()).codec;
    let call = CallToolRequestParams::new(tool.name).with_request_state("state");
    let (restored, _) = codec.restore_call(call);
    assert_eq!(restored, CallToolRequestParams::new("a/b").with_request_state("state"));
}

#[test]
fn output_too_deep_to_be_read_back_leaves_the_tool_as_it_is() {
    let mut deep = json!({"type": "string"});
    for _ in 0..200 {
        deep = json!({"type": "array", "items": deep});
    }
    let original = tool("a/b", json!({"type": "object", "properties": {"deep": deep}}));
    let rule = Rule::find("GS046").expect("the rule for depth");
    let mut fixed = original.clone();
    let answer = fix_tool(&mut fixed, &Options::default().without(rule));
    assert!(fixed == original && answer.codec.is_trivial());
    assert_eq!(answer.issues.iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["too-deep"]);
}
