//! What a document is taken for: where its tools and their schemas are, or what it is instead.

use lapidary::{Emit, Options, Output, check, transform, transform_text};

#[test]
fn tools_in_an_unknown_envelope_are_pointed_at() {
    let schema = r#"{"type":"object","properties":{"q":{"type":"string"}}}"#;
    let tool = format!(r#"{{"name":"a","inputSchema":{schema}}}"#);
    let declared = format!(r#"{{"functionDeclarations":[{{"name":"a","parameters":{schema}}}]}}"#);
    for (document, pointer) in [
        (format!(r#"{{"data":{{"tools":[{tool}]}}}}"#), "/data"),
        (format!(r#"{{"key":"1","request":{{"contents":[],"tools":[{declared}]}}}}"#), "/request"),
        (format!(r#"{{"setup":{{"model":"m","tools":[{declared}]}}}}"#), "/setup"),
        (format!(r#"{{"model":"m","contents":"x","config":{{"tools":[{declared}]}}}}"#), "/config"),
        (format!(r#"{{"a":[{{"b":{tool}}}]}}"#), "/a/0/b"),
    ] {
        let issue = transform_text(&document, &Options::default(), &Output::default()).expect_err(&document);
        assert_eq!(issue.code, "no-schema");
        assert!(issue.message.contains(&format!("at `{pointer}`")), "{document}: {}", issue.message);
    }
    let described = format!(r#"{{"name":"a","packages":[{{}}],"tools":[{tool}]}}"#);
    assert_eq!(check(&described, &Options::default()).read_as, "tools/list result, 1 tool");
    // Properties without a schema around them, and what has a name for another purpose.
    for schema in [r#"{"a":{"type":"object","properties":{}}}"#, r#"{"a":{"name":"b"},"c":1}"#, "{}"] {
        assert_eq!(check(schema, &Options::default()).read_as, "JSON Schema", "{schema}");
    }
}

#[test]
fn no_tool_loses_its_arguments_to_the_name_of_a_field() {
    let schema = r#"{"type":"object","properties":{"q":{"type":"string"}}}"#;
    for tool in [
        format!(r#"{{"name":"a","params":{schema}}}"#),
        format!(r#"{{"name":"a","outputSchema":{{"type":"object"}},"args":{schema}}}"#),
        format!(r#"{{"type":"function","function":{{"name":"a","input":{schema}}}}}"#),
        format!(r#"{{"functionDeclarations":[{{"name":"a","arguments":{schema}}}]}}"#),
    ] {
        let transformed = transform(&tool, &Options::default(), &Output::default());
        let output = transformed.output.as_ref().expect("it is a tool");
        assert!(output.contains(r#""parameters":{"type":"OBJECT","properties":{"q":{"type":"STRING"}}}"#), "{output}");
        assert!(transformed.tools()[0].report.issues.iter().any(|issue| issue.code == "GS056"), "{tool}");
    }
    let untyped = format!(r#"{{"name":"b","function":{{"name":"a","parameters":{schema}}}}}"#);
    for tool in [&untyped, &format!(r#"{{"tools":[{untyped}]}}"#), &format!(r#"{{"messages":[],"tools":[{untyped}]}}"#)]
    {
        let transformed = transform(tool, &Options::default(), &Output::default());
        assert!(transformed.output.is_some_and(|output| output.contains(r#""q":{"type":"STRING"}"#)), "{tool}");
    }
    let both = format!(r#"{{"name":"a","inputSchema":{schema},"function":{{"name":"f","parameters":{{}}}}}}"#);
    let own = transform_text(&both, &Options::default(), &Output::default()).expect("it is readable");
    assert!(own.contains(r#""name":"a""#) && own.contains(r#""q":"#), "{own}");
    for lost in [
        r#""args":{"q":"string"}"#.to_owned(),
        r#""arguments":[{"name":"q"}]"#.to_owned(),
        r#""parameter_definitions":{"q":{}}"#.to_owned(),
        format!(r#""metadata":{{"inputSchema":{schema}}}"#),
        format!(r#""_meta":{{"parameters":{schema}}}"#),
    ] {
        let report = check(&format!(r#"{{"tools":[{{"name":"a",{lost}}}]}}"#), &Options::default());
        let issue = &report.tools[0].issues[0];
        assert!(issue.code == "GS055" && issue.accepts_less.is_some(), "{lost}: {issue:?}");
    }
    for tool in [r#"{"name":"a","annotations":{"readOnlyHint":true}}"#, r#"{"name":"a","tags":["b"],"_meta":{"b":{}}}"#]
    {
        assert!(check(tool, &Options::default()).tools[0].issues.is_empty(), "{tool}");
    }
}

#[test]
fn a_schema_in_the_wrapper_of_ai_sdk_is_read_without_it() {
    let wrapped = r#"{"name":"a","inputSchema":{"jsonSchema":{"type":"object","properties":{"b":{"type":"string"}}}}}"#;
    let declared = transform_text(wrapped, &Options::default(), &Output::default()).expect("it is readable");
    let parameters = r#"{"type":"OBJECT","properties":{"b":{"type":"STRING"}}}"#;
    assert_eq!(declared, format!(r#"{{"name":"a","parameters":{parameters}}}"#));
    let in_place =
        transform_text(wrapped, &Options::default(), &Output::default().emit(Emit::Same)).expect("it is readable");
    assert_eq!(in_place, wrapped);
    let member = r#"{"name":"a","inputSchema":{"type":"object","properties":{"jsonSchema":{"type":"object"}}}}"#;
    let declared = transform_text(member, &Options::default(), &Output::default()).expect("it is readable");
    assert!(declared.contains(r#""jsonSchema":{"type":"OBJECT""#), "{}", declared);
}

#[test]
fn what_is_neither_a_schema_nor_a_tool_is_called_what_it_is() {
    for (document, what) in [
        (r#"{"error":{"code":400,"message":"Invalid JSON payload","status":"INVALID_ARGUMENT"}}"#, "an API error"),
        (r#"{"mcpServers":{"a":{"command":"npx"}}}"#, "a configuration of MCP servers"),
        (r#"{"servers":{"a":{"url":"https://example.com"}}}"#, "a configuration of MCP servers"),
        (r#"{"context_servers":{"a":{"command":"npx"}}}"#, "a configuration of MCP servers"),
        (r#"{"mcp":{"servers":{"a":{"command":"npx"}}}}"#, "a configuration of MCP servers"),
        (r#"{"$schema":"s","name":"a","packages":[{"identifier":"a"}]}"#, "a description of an MCP server"),
        (r#"{"name":"a","server":{"mcp_config":{}},"tools":[{"name":"b"}]}"#, "a description of an MCP server"),
        (r#"{"toolSpec":{"name":"a","inputSchema":{"json":{}}}}"#, "Amazon Bedrock's Converse API"),
        (r#"{"tools":[{"toolSpec":{"name":"a"}}]}"#, "Amazon Bedrock's Converse API"),
        (r#"{"messages":[],"toolConfig":{"tools":[]}}"#, "Amazon Bedrock's Converse API"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, "a JSON-RPC message without tools"),
        (r#"{"candidates":[{"content":{"parts":[]}}]}"#, "a response of Gemini"),
        (r#"{"object":"chat.completion","choices":[]}"#, "a response in OpenAI's format"),
        (r#"{"version":1,"arguments":{"is":"object"}}"#, "a codec"),
        (r#"{"prompts":[{"name":"a","arguments":[{"name":"b"}]}]}"#, "a list of prompts"),
        (r#"{"servers":[{"server":{"name":"a"}}]}"#, "a description of an MCP server"),
        (r#"{"tools":{"a":{"description":"d","parameters":{}},"b":{"inputSchema":{}}}}"#, "a map of tools"),
        (r#"{"a":{"inputSchema":{"type":"object"}}}"#, "a map of tools"),
        (r#"{"openapi":"3.1.0","paths":{}}"#, "an OpenAPI document"),
        (r#"{"swagger":"2.0","paths":{}}"#, "an OpenAPI document"),
        (r#"{"model":"m","input":"x"}"#, "a request of the Responses or Interactions API"),
        (r#"["a","b"]"#, "an array of strings"),
        (r#"[{"toolSpec":{"name":"a","inputSchema":{"json":{}}}}]"#, "Amazon Bedrock's Converse API"),
        (r#"{"type":"web_search_20250305","name":"web_search","max_uses":5}"#, "a provider's own tool"),
    ] {
        let issue = transform_text(document, &Options::default(), &Output::default()).expect_err(document);
        assert_eq!(issue.code, "no-schema");
        assert!(issue.message.contains(what), "{document}: {}", issue.message);
    }
    for schema in [
        "{}",
        r#"{"description":"d"}"#,
        r#"{"type":"object","error":{"message":"m"}}"#,
        r##"{"$ref":"#/openapi","openapi":{}}"##,
    ] {
        assert_eq!(check(schema, &Options::default()).read_as, "JSON Schema");
    }
}

/// In a list of tools as well, a call would be a tool without arguments, which needs no change.
#[test]
fn a_call_of_a_model_is_no_tool() {
    for call in [
        r#"{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}"#,
        r#"{"function":{"name":"f","arguments":"{\"q\":1}"}}"#,
        r#"{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}"#,
        r#"{"type":"tool_use","id":"c","name":"f","input":{"q":1}}"#,
        r#"{"functionCall":{"name":"f","args":{"q":1}}}"#,
        r#"{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}"#,
        r#"{"name":"f","arguments":"{}"}"#,
    ] {
        for (document, what) in [
            (call.to_owned(), "this is a model's call"),
            (format!("[{call}]"), "this is an array with a model's call"),
            (format!("[{TOOL},{call}]"), "this is an array with a model's call"),
        ] {
            let report = check(&document, &Options::default());
            assert!(report.tools.is_empty(), "{document}");
            let issue = &report.issues[0];
            assert_eq!((issue.code.as_str(), issue.message.as_str()), ("no-schema", what), "{document}");
            assert!(issue.help.contains("`lapidary restore`"), "{document}");
        }
    }
    // With a schema it is a tool, whatever else it has; and a parameter may have that name.
    let fields = r#"{"command":"string","arguments":"string"}"#;
    assert_eq!(check(fields, &Options::default()).read_as, "JSON Schema");
    let tool = r#"{"type":"function","function":{"name":"f","arguments":"{}","parameters":{"type":"object"}}}"#;
    assert_eq!(check(tool, &Options::default()).tools.len(), 1);
}

const TOOL: &str = r#"{"name":"a","inputSchema":{"type":"object","properties":{"q":{"type":"string"}}}}"#;

#[test]
fn an_element_that_is_no_tool_is_reported_as_in_a_list_of_a_server() {
    for odd in ["null", "5", "{}", r#"{"name":5}"#, r#"{"inputSchema":{"type":"object"}}"#, r#"{"type":"object"}"#] {
        let list = format!(r#"{{"tools":[{TOOL},{odd}]}}"#);
        let expected = check(&list, &Options::default()).tools;
        for document in [format!("[{TOOL},{odd}]"), format!("{odd}\n{TOOL}\n"), format!("[{odd},{TOOL}]\n[{TOOL}]\n")] {
            let tools = check(&document, &Options::default()).tools;
            let issue = tools.iter().flat_map(|tool| &tool.issues).find(|issue| issue.code == "GS043");
            let message = issue.map(|issue| &issue.message);
            assert_eq!(message, Some(&expected[1].issues[0].message), "{document}");
            assert!(tools.iter().any(|tool| tool.name == "a"), "{document}");
        }
    }
}

#[test]
fn lines_and_arrays_may_mix_tools_and_lists() {
    let other = TOOL.replace(r#""name":"a""#, r#""name":"b""#);
    let list = format!(r#"{{"tools":[{other}]}}"#);
    let declaration = r#"{"name":"c","parameters":{"type":"OBJECT","properties":{"q":{"type":"STRING"}}}}"#;
    for document in [
        format!("[{TOOL}]\n[{other}]\n"),
        format!("{list}\n{TOOL}\n"),
        format!("{TOOL}\n[{other}]\n"),
        format!("{TOOL}\n[{declaration}]\n"),
        format!(r#"[{TOOL},{{"jsonrpc":"2.0","id":1,"result":{list}}}]"#),
    ] {
        let declared = transform_text(&document, &Options::default(), &Output::default()).expect(&document);
        assert_eq!(declared.matches(r#""q":{"type":"STRING"}"#).count(), 2, "{document}: {declared}");
    }
    let servers = format!(r#"[{{"name":"one","tools":[{TOOL}]}},{{"name":"two","tools":[{TOOL}]}}]"#);
    assert_eq!(check(&servers, &Options::default()).read_as, "tools/list result, 2 tools");
    let with_tools = r#"[{"name":"a","inputSchema":{"type":"object"},"tools":["b"]}]"#;
    assert_eq!(check(with_tools, &Options::default()).read_as, "array of MCP tools, 1 tool");
}

#[test]
fn an_array_of_other_things_is_no_list_of_tools() {
    let request = format!(r#"{{"model":"m","max_tokens":5,"messages":[],"tools":[{TOOL}]}}"#);
    let hello = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25"}}"#;
    let list = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{TOOL}]}}}}"#);
    for (document, message, line) in [
        (format!("{request}\n{request}\n"), "this is JSON Lines with a request, which has tools of its own", 1),
        (format!("{TOOL}\n{request}\n"), "this is JSON Lines with a request, which has tools of its own", 2),
        (format!("{list}\n{hello}\n"), "this is JSON Lines with a JSON-RPC message without tools", 2),
        (format!("{TOOL}\n{{}}\n5\n"), "this is JSON Lines of which only 1 of 3 elements are tools", 2),
        ("[1,{}]".to_owned(), "this is an array without a tool", 1),
        ("{\"level\":1}\n{\"level\":2}\n".to_owned(), "this is JSON Lines without a tool", 1),
        ("[[]]".to_owned(), "this is an empty array: it holds no tool", 1),
        // What has a `type` of its own may be a provider's tool, or an entry of a log.
        (
            "{\"type\":\"summary\"}\n{\"type\":\"user\"}\n{\"messageId\":\"3\"}\n".to_owned(),
            "this is JSON Lines without a tool",
            1,
        ),
        (r#"[{"type":"div","props":{}},"text",{"type":"span"}]"#.to_owned(), "this is an array without a tool", 1),
    ] {
        let report = check(&document, &Options::default());
        let issue = &report.issues[0];
        assert!(report.tools.is_empty() && issue.code == "no-schema", "{document}");
        assert_eq!((issue.message.as_str(), issue.line), (message, line), "{document}");
    }
}

/// A request of Claude's lists tools as MCP does, though under `input_schema`.
#[test]
fn a_request_of_claude_is_no_list_of_a_server() {
    let tool = TOOL.replace("inputSchema", "input_schema");
    let hosted = r#"{"type":"web_search_20250305","name":"web_search"}"#;
    let request = format!(r#"{{"model":"m","max_tokens":5,"messages":[],"tools":[{tool},{hosted}]}}"#);
    assert_eq!(check(&request, &Options::default()).read_as, "Claude request, 1 tool");
    let output = Output::default().emit(Emit::Same);
    let same = transform_text(&request, &Options::default(), &output).expect("a request");
    assert!(same.starts_with(r#"{"model":"m","max_tokens":5,"messages":[],"tools":[{"name":"a","#), "{same}");
    assert!(same.ends_with(&format!("{hosted}]}}")), "{same}");
}

/// The tools of an agent are names, and a description of a server has no tools.
#[test]
fn lists_hold_tools() {
    let agents = r#"[{"name":"a","description":"d","tools":["Read"]},{"name":"b","description":"d","tools":[]}]"#;
    assert_eq!(check(agents, &Options::default()).read_as, "array of MCP tools, 2 tools");
    let server = format!(r#"[{{"tools":[{TOOL}]}},{{"name":"s","packages":[],"tools":[]}}]"#);
    assert_eq!(check(&server, &Options::default()).read_as, "tools/list result, 1 tool");
}
