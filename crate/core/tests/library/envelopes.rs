//! What documents are read as, and in what form they are written.

use lapidary::{
    Emit, GEMINI, GEMINI_JSON_SCHEMA, Mode, OPENAI_STRICT, Options, Output, TARGETS, VERTEX_AI, check, diff,
    internal::Door, normalize_request, transform, transform_text,
};

const OUT: &str = r#"{"name":"f","description":"d","parameters":{"type":"OBJECT","properties":{"a":{"type":"STRING","nullable":true}}}}"#;
const SCHEMA: &str = r#"{"type":"object","properties":{"a":{"type":["string","null"]}}}"#;
const LOWER: &str = r#"{"type":"object","properties":{"a":{"type":"string","nullable":true}}}"#;

fn answer(document: &str, emit: Emit) -> (String, String) {
    let out = transform(document, &Options::default(), &Output::default().emit(emit));
    (out.read_as, out.output.expect("it is readable"))
}

#[test]
fn openai_tools_are_read_in_both_forms() {
    let nested = format!(
        r#"{{"type":"function","function":{{"name":"f","description":"d","parameters":{SCHEMA},"strict":false}}}}"#
    );
    let flat = format!(r#"{{"type": "function", "name": "f", "description": "d", "parameters": {SCHEMA}}}"#);
    for tool in [&nested, &flat] {
        assert_eq!(answer(tool, Emit::Declarations), ("OpenAI tool".to_owned(), OUT.to_owned()));
        let list = format!(r#"[{{"type":"web_search"}}, {tool}]"#);
        assert_eq!(answer(&list, Emit::Declarations), ("array of OpenAI tools, 1 tool".to_owned(), format!("[{OUT}]")));
        let request = format!(r#"{{"model":"m","tools":{list}}}"#);
        assert_eq!(answer(&request, Emit::Declarations), ("OpenAI request, 1 tool".to_owned(), format!("[{OUT}]")));
        for document in [tool.clone(), list, request] {
            assert_eq!(answer(&document, Emit::Same).1, document.replace(SCHEMA, LOWER));
        }
    }
}

#[test]
fn references_are_spelled_as_the_envelope_requires() -> Result<(), Box<dyn std::error::Error>> {
    let node = r##"{"type":"object","properties":{"next":{"$ref":"#/$defs/node"}}}"##;
    let schema =
        format!(r##"{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/node"}}}},"$defs":{{"node":{node}}}}}"##);
    let declared = schema.replace('$', "");
    let tool = format!(r#"{{"name":"f","inputSchema":{schema}}}"#);
    let declaration = format!(r#"{{"name":"f","parameters":{declared}}}"#);
    let written =
        |document: &str, emit| transform_text(document, &Options::new(&VERTEX_AI), &Output::default().emit(emit));
    assert_eq!(written(&tool, Emit::Same)?, tool);
    assert_eq!(written(&schema, Emit::Same)?, schema);
    assert_eq!(written(&tool, Emit::Declarations)?, declaration);
    assert_eq!(written(&declaration, Emit::Same)?, declaration);
    Ok(())
}

#[test]
fn an_openai_tool_without_parameters_takes_no_arguments() {
    let tool = r#"{"type":"function","function":{"name":"f"}}"#;
    assert_eq!(answer(tool, Emit::Declarations).1, r#"{"name":"f"}"#);
    assert_eq!(answer(tool, Emit::Same).1, tool);
}

#[test]
fn parameters_beside_the_function_are_reported() {
    let tool = format!(r#"{{"type":"function","function":{{"name":"f"}},"parameters":{SCHEMA}}}"#);
    let report = check(&tool, &Options::default());
    let issues = report.tools.iter().flat_map(|tool| &tool.issues);
    let [issue] = &issues.filter(|issue| issue.code == "GS055").collect::<Vec<_>>()[..] else { panic!("one issue") };
    assert!(issue.message.contains("is outside of `function`"), "{}", issue.message);
    assert_eq!(issue.pointer, "/parameters");
}

#[test]
fn a_schema_of_the_type_function_is_none_of_them() {
    for schema in
        [r#"{"type":"function"}"#, r#"{"type":"function","function":{"name":5}}"#, r#"{"type":"object","name":"f"}"#]
    {
        assert_eq!(answer(schema, Emit::Same).0, "JSON Schema", "{schema}");
    }
}

#[test]
fn a_gemini_request_needs_no_functions() {
    for document in [
        r#"{"contents":[{"role":"user","parts":[{"text":"hello"}]}]}"#,
        r#"{"contents":[],"tools":[{"googleSearch":{}}]}"#,
        r#"{"contents":[],"tools":[],"generationConfig":{}}"#,
    ] {
        assert_eq!(answer(document, Emit::Declarations), ("Gemini request, 0 tools".to_owned(), document.to_owned()));
    }
    let schema = r#"{"type":"object","contents":[]}"#;
    assert_eq!(answer(schema, Emit::Same).0, "JSON Schema");
}

#[test]
fn tools_that_lose_their_last_declaration_go() {
    let tool = format!(r#"{{"functionDeclarations":[{OUT}]}}"#);
    let empty = r#"{"functionDeclarations":[]}"#;
    let cases = [
        (format!("[{tool}, {tool},{tool}]"), format!("[{tool}]")),
        (format!("[{empty},{tool},{empty}]"), format!("[{tool}]")),
        (
            format!("[{tool}, {{\"functionDeclarations\":[{OUT}],\"googleSearch\":{{}}}}]"),
            format!("[{tool}, {{\"functionDeclarations\":[],\"googleSearch\":{{}}}}]"),
        ),
        (format!("{{\"functionDeclarations\":[{OUT},{OUT},\n{OUT}]}}"), tool.clone()),
        (empty.to_owned(), empty.to_owned()),
    ];
    for (document, expected) in cases {
        assert_eq!(answer(&document, Emit::Declarations).1, expected);
        assert_eq!(answer(&expected, Emit::Declarations).1, expected);
    }
}

#[test]
fn tools_may_stand_on_lines() {
    let line = format!(r#"{{"name": "f", "description": "d", "inputSchema": {SCHEMA}}}"#);
    let other = line.replace("\"f\"", "\"g\"");
    let document = format!("{line}\n\r\n{other}\n");
    let (read_as, output) = answer(&document, Emit::Declarations);
    assert_eq!(read_as, "array of MCP tools as lines, 2 tools");
    assert_eq!(output, format!("{OUT}\n{}", OUT.replace("\"f\"", "\"g\"")));
    assert_eq!(answer(&output, Emit::Declarations).1, output);
    assert_eq!(answer(&document, Emit::Same).1, document.replace(SCHEMA, LOWER));
    let out = transform(&document, &Options::default(), &Output::default());
    let places: Vec<(&str, u32)> =
        out.tools()[1].report.issues.iter().map(|issue| (issue.pointer.as_str(), issue.line)).collect();
    assert!(places.contains(&("/1/inputSchema/properties/a/type", 3)), "{places:?}");
}

#[test]
fn what_follows_a_value_on_its_line_is_an_error_there() {
    for (document, line, column) in [("{} {}", 1, 4), ("{}\n{}{}", 2, 3), ("{}\n{\"a\"}", 2, 5), ("{}x\n{}", 1, 3)] {
        let out = transform(document, &Options::default(), &Output::default());
        assert_eq!(
            (out.issues()[0].code.as_str(), out.issues()[0].line, out.issues()[0].column),
            ("invalid-json", line, column),
            "{document:?}"
        );
    }
}

const REQUEST: &str = r#"{"contents":[{"role":"model","parts":[{"functionCall":{"name":"a/b","args":{"m":{"k":1}}}}]}],
  "tools":[{"functionDeclarations":[{"name":"a/b","parameters":{"type":"object","properties":{
    "m":{"type":"object","additionalProperties":{"type":"integer"}}}}}]}],
  "generationConfig":{"responseSchema":{"type":"object","properties":{"a":{"const":"x"}}}}}"#;

#[test]
fn a_bare_schema_is_the_parameters_of_a_request() {
    let schema = r#"{"type":"object","properties":{},"required":[],"additionalProperties":false}"#;
    let expected = [
        (
            &GEMINI,
            r#"{"tools":[{"functionDeclarations":[{"name":"tool","parameters":{"type":"OBJECT","properties":{}}}]}]}"#
                .to_owned(),
        ),
        (
            &OPENAI_STRICT,
            format!(
                r#"{{"tools":[{{"type":"function","function":{{"name":"tool","parameters":{schema},"strict":true}}}}]}}"#
            ),
        ),
    ];
    for (target, request) in expected {
        let output = Output::default().emit(Emit::Request);
        assert_eq!(transform(schema, &Options::new(target), &output).output, Some(request));
    }
}

#[test]
fn a_request_is_transformed_as_a_whole() {
    for target in TARGETS.iter().filter(|target| target.door != Door::OpenAi) {
        for mode in [Mode::DropIn, Mode::RoundTrip] {
            let options = Options::new(target).mode(mode);
            let request = normalize_request(REQUEST, &options);
            assert!(!request.body.contains("a/b") && !request.body.contains("const"), "{}", request.body);
            for emit in [Emit::Declarations, Emit::Same, Emit::Request] {
                let output = Output::default().emit(emit);
                let out = transform(REQUEST, &options, &output);
                assert_eq!(out.output.as_deref(), Some(request.body.as_str()), "{} {mode:?}", target.id);
                assert_eq!(transform_text(REQUEST, &options, &output).ok(), out.output);
                assert_eq!(out.codecs().iter().count(), request.codecs.iter().count());
                assert_eq!(
                    format!("{:?}{:?}", out.tools(), out.issues()),
                    format!("{:?}{:?}", request.tools, request.issues)
                );
            }
        }
    }
    assert!(check(REQUEST, &Options::default()).issues.iter().any(|issue| issue.code == "GS011"));
}

#[test]
fn one_tool_and_tools_of_another_provider_leave_without_their_request() {
    let only = transform(REQUEST, &Options::default(), &Output::default().tool("a/b")).output.expect("a declaration");
    assert!(only.starts_with(r#"[{"name":"a_b_"#), "{only}");
    let moved = transform(REQUEST, &Options::new(&OPENAI_STRICT), &Output::default()).output.expect("a tool");
    assert!(moved.starts_with(r#"[{"type":"function","#), "{moved}");
}

/// The patch, the text and the findings spell types as the patched document does.
#[test]
fn a_diff_spells_types_as_the_document_does() {
    let tool = format!(r#"{{"name":"f","inputSchema":{SCHEMA}}}"#);
    let declaration = format!(r#"{{"name":"f","parameters":{SCHEMA}}}"#);
    for (document, wanted, other) in [(tool, "string", "STRING"), (declaration, "STRING", "string")] {
        let found = diff(&document, &Options::default(), None);
        assert!(found.patch.contains(wanted) && !found.patch.contains(other), "{}", found.patch);
        assert!(found.unified.contains(&format!("+      \"type\": \"{wanted}\"")), "{}", found.unified);
        let respelled = found.changes.iter().any(|issue| issue.code == "GS012");
        assert_eq!(respelled, wanted == "STRING");
    }
}

#[test]
fn a_schema_is_read_by_whatever_name_formats_have_for_it() {
    let names =
        ["inputSchema", "input_schema", "parameters", "parametersJsonSchema", "parameters_json_schema", "schema"];
    for name in names {
        let function = format!(r#""name":"f","description":"d","{name}":{SCHEMA}"#);
        let nested = format!(r#"{{"type":"function","function":{{{function}}}}}"#);
        let flat = format!(r#"{{"type":"function",{function}}}"#);
        for document in [
            format!("{{{function}}}"),
            format!("[{{{function}}}]"),
            format!(r#"{{"tools":[{{{function}}}]}}"#),
            format!(r#"{{"functionDeclarations":[{{{function}}}]}}"#),
            format!(r#"{{"messages":[],"tools":[{nested}]}}"#),
            nested.clone(),
            flat.clone(),
        ] {
            let out = answer(&document, Emit::Declarations).1;
            assert!(out.contains(OUT), "{document}: {out}");
        }
        // Readers of OpenAI's format look for the schema in one place.
        for document in [&nested, &flat] {
            let same = document.replace(SCHEMA, LOWER).replace(&format!("\"{name}\":"), "\"parameters\":");
            assert_eq!(answer(document, Emit::Same).1, same);
            let report = check(document, &Options::default());
            let misplaced = report.tools[0].issues.iter().any(|issue| issue.code == "GS056");
            assert_eq!(misplaced, name != "parameters", "{document}");
        }
    }
    // A key with null, or with something else than a schema, does not count.
    let other = r#"{"name":"f","inputSchema":null,"parameters":{"type":"object","properties":{"a":{}}},"schema":"x"}"#;
    assert!(answer(other, Emit::Declarations).1.contains(r#""a":"#));
}

#[test]
fn a_request_is_known_by_its_turns() {
    let format = r#"{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object","properties":{"n":{"const":1}}}}}"#;
    for tools in ["", r#","tools":[]"#, r#","tools":[{"type":"web_search"}]"#] {
        let chat = format!(r#"{{"model":"m","messages":[]{tools},"response_format":{format}}}"#);
        let sent = normalize_request(&chat, &Options::default());
        assert_ne!(sent.body, chat);
        for emit in [Emit::Declarations, Emit::Same] {
            let (read_as, out) = answer(&chat, emit);
            assert_eq!((read_as.as_str(), out), ("OpenAI request, 0 tools", sent.body.clone()));
        }
        let gemini = format!(r#"{{"contents":[]{tools}}}"#);
        assert_eq!(answer(&gemini, Emit::Declarations), ("Gemini request, 0 tools".to_owned(), gemini));
    }
    // A schema may have a member named `messages`.
    let schema = r#"{"type":"object","properties":{"messages":{"type":"array"}},"messages":[]}"#;
    assert_eq!(answer(schema, Emit::Declarations).0, "JSON Schema");
}

const FUNCTION: &str =
    r#"{"type":"function","name":"f","parameters":{"type":"object","properties":{"d":{"const":1}}}}"#;
const ANSWER: &str = r#"{"type":"object","properties":{"a":{"type":"array","items":{"type":"string","maxLength":4},"minItems":1,"maxItems":2},"b":{"type":"number","minimum":0},"c":{"const":"x"}}}"#;

/// An interaction has its response schema in `response_format` itself. Bounds that its API was seen to reject are
/// reported, and kept.
#[test]
fn an_interaction_is_made_fit_with_the_schema_of_its_answer() {
    let format = format!(r#"{{"type":"text","schema":{ANSWER}}}"#);
    let options = Options::new(&GEMINI_JSON_SCHEMA);
    for (formats, at) in [(format.clone(), ""), (format!(r#"[{{"type":"audio"}},{format}]"#), "/1")] {
        for tools in ["", r#","tools":[{"type":"google_search"}]"#, &format!(r#","tools":[{FUNCTION}]"#)] {
            let request = format!(r#"{{"model":"m","input":"x"{tools},"response_format":{formats}}}"#);
            let report = check(&request, &options);
            let found: Vec<(&str, String)> =
                report.issues.iter().map(|issue| (issue.code.as_str(), issue.pointer.clone())).collect();
            let at = |below| format!("/response_format{at}/schema/properties{below}");
            let bound = |below| ("interaction-bound", at(below));
            assert_eq!(
                found,
                [
                    ("GS065", at("/a/items/maxLength")),
                    ("GS011", at("/c/const")),
                    bound("/a/minItems"),
                    bound("/b/minimum"),
                    bound("/a/items/maxLength"),
                ],
                "{request}"
            );
            let is_called = tools.contains("function");
            assert_eq!(report.tools.len(), usize::from(is_called));
            let fit = normalize_request(&request, &options).body;
            assert!(fit.contains(r#""c":{"enum":["x"]}"#) && fit.contains(r#""minItems":1"#), "{fit}");
            assert_eq!(fit.contains(r#""d":{"enum":[1]}"#), is_called);
            for emit in [Emit::Declarations, Emit::Same] {
                let out = transform_text(&request, &options, &Output::default().emit(emit));
                assert_eq!(out.ok().as_ref(), Some(&fit));
            }
        }
    }
}

#[test]
fn other_requests_and_schemas_are_no_interactions() {
    let chat = format!(r#"{{"model":"m","input":"x","response_format":{{"schema":{ANSWER}}},"messages":[]}}"#);
    let fields = r#"{"model":{"type":"string"},"input":{"type":"string"},"response_format":{"type":"string"}}"#;
    let format = r#"{"model":"m","input":"x","response_format":{"type":"image"}}"#;
    for (document, read_as) in
        [(chat.as_str(), "OpenAI request, 0 tools"), (fields, "JSON Schema"), (format, "OpenAI request, 0 tools")]
    {
        let report = check(document, &Options::new(&GEMINI_JSON_SCHEMA));
        assert_eq!(report.read_as, read_as);
        assert!(report.issues.is_empty(), "{:?}", report.issues);
    }
    // Without `response_format`, it is read for its functions only.
    let alone = format!(r#"{{"model":"m","input":"x","tools":[{FUNCTION}]}}"#);
    assert!(answer(&alone, Emit::Declarations).1.starts_with(r#"[{"name":"f""#));
}

/// The Interactions API rejects a function without a schema.
#[test]
fn a_function_beside_its_type_keeps_a_schema_behind_the_json_door() {
    let options = Options::new(&GEMINI_JSON_SCHEMA);
    let same = |document: &str| transform(document, &options, &Output::default().emit(Emit::Same));
    let empty = r#"{"type":"function","name":"f","parameters":{"type":"object","properties":{}}}"#;
    let given = r#"{"parameters":{"type":"object","properties":{}},"type":"function","name":"f"}"#;
    for parameters in
        ["", r#","parameters":{}"#, r#","parameters":{"properties":[]}"#, r#","parameters":{"type":"object"}"#]
    {
        let out = same(&format!(r#"{{"type":"function","name":"f"{parameters}}}"#));
        assert_eq!(out.output.as_deref(), Some(if parameters.is_empty() { given } else { empty }), "{parameters}");
        assert!(!out.tools()[0].report.issues.is_empty(), "{parameters}");
    }
    assert_eq!(same(empty).output.as_deref(), Some(empty));
    let nested = r#"{"type":"function","function":{"name":"f"}}"#;
    assert_eq!(same(nested).output.as_deref(), Some(nested));
}

/// What an envelope that stays has for a tool without arguments is what the target takes.
#[test]
fn a_tool_without_arguments_keeps_a_schema_that_its_target_takes() {
    let options = Options::new(&OPENAI_STRICT);
    let strict = r#"{"type":"object","properties":{},"required":[],"additionalProperties":false}"#;
    let bare = r#"{"type":"object","required":[],"additionalProperties":false}"#;
    for schema in [r#"{"type":"object"}"#, bare, "{}", strict] {
        let (mcp, openai) = (
            |schema: &str| format!(r#"{{"tools":[{{"name":"f","inputSchema":{schema}}}]}}"#),
            |schema: &str| {
                format!(r#"{{"type":"function","function":{{"name":"f","strict":true,"parameters":{schema}}}}}"#)
            },
        );
        for (document, expected) in [(mcp(schema), mcp(strict)), (openai(schema), openai(strict))] {
            let out = transform_text(&document, &options, &Output::default().emit(Emit::Same));
            assert_eq!(out.ok(), Some(expected.clone()));
            assert!(check(&expected, &options).is_compatible());
        }
    }
}

#[test]
fn a_description_that_is_not_a_string_is_removed() {
    for value in ["5", "true", r#"["a"]"#, r#"{"a":1}"#] {
        let own = format!(r#"{{"name":"f","description":{value},"parameters":{{"type":"OBJECT","properties":{{}}}}}}"#);
        let request = format!(r#"{{"contents":[],"tools":[{{"functionDeclarations":[{own}]}}]}}"#);
        let chat = format!(r#"{{"messages":[],"tools":[{{"type":"function","function":{own}}}]}}"#);
        let mcp = format!(r#"{{"description":{value},"name":"f","inputSchema":{SCHEMA}}}"#);
        for document in [own, request, chat, mcp] {
            let out = transform(&document, &Options::default(), &Output::default().emit(Emit::Same));
            let tools = out.tools();
            let issues: Vec<_> = tools.iter().flat_map(|tool| &tool.report.issues).collect();
            assert!(
                issues.iter().any(|issue| issue.code == "GS050" && issue.pointer.ends_with("/description")),
                "{document}"
            );
            let written = out.output.expect("it is readable");
            assert!(!written.contains("description"), "{written}");
            crate::value(&written);
        }
    }
    let silent =
        r#"{"name":"f","description":null,"parameters":{"type":"OBJECT","properties":{"a":{"type":"STRING"}}}}"#;
    assert_eq!(answer(silent, Emit::Declarations).1, silent);
}
