use serde_json::json;

use crate::{ACCEPTED, TOOLS, folder, json, path, run, run_with};

#[test]
fn issues_are_code_frames() {
    let done = run("check", TOOLS);
    assert_eq!((done.code, done.err.as_str()), (1, ""));
    insta::assert_snapshot!(done.out);
}

#[test]
fn a_compatible_document_has_none() {
    let done = run("check -", ACCEPTED);
    assert_eq!(done.code, 0);
    assert_eq!(done.out, "<stdin> (Gemini function declaration) for gemini: compatible\n\n");
}

#[test]
fn the_report_has_its_shape() {
    let done = run("check --json", TOOLS);
    assert_eq!(done.code, 1);
    let report = json(&done.out);
    assert_eq!(report["read_as"], "tools/list result, 2 tools");
    let summary = &report["summary"];
    assert_eq!(
        (&summary["total_tools"], &summary["compatible"], &summary["incompatible"]),
        (&json!(2), &json!(1), &json!(1))
    );
    let timestamp = summary["timestamp"].as_str().expect("a timestamp");
    assert!(timestamp.len() == 20 && timestamp.starts_with("20") && timestamp.ends_with('Z'), "{timestamp}");
    let tool = &report["tools"][0];
    assert_eq!((&tool["name"], &tool["status"]), (&json!("search"), &json!("INCOMPATIBLE")));
    assert_eq!(tool["original_schema"]["properties"]["limit"]["exclusiveMinimum"], 0);
    assert_eq!(tool["transformed_schema"]["properties"]["limit"]["minimum"], 1);
    assert!(tool["transforms_applied"].as_array().expect("codes").contains(&json!("GS014")));
    assert_eq!(report["tools"][1]["status"], "COMPATIBLE");
    assert_eq!(report["issues"], json!([]));
}

#[test]
fn an_issue_points_into_the_document() {
    let report = json(&run("check --format json", TOOLS).out);
    let issues = report["tools"][0]["issues"].as_array().expect("issues");
    let issue = issues.iter().find(|issue| issue["code"] == "GS014").expect("GS014");
    assert_eq!(issue["pattern"], "exclusiveMinimum");
    assert_eq!(issue["severity"], "error");
    assert_eq!(issue["pointer"], "/tools/0/inputSchema/properties/limit/exclusiveMinimum");
    assert_eq!(issue["path"], "$.properties.limit.exclusiveMinimum");
    assert_eq!((&issue["line"], &issue["column"]), (&json!(10), &json!(41)));
    let at = TOOLS.find("\"exclusiveMinimum\"").expect("the keyword");
    assert_eq!(issue["span"]["start"], at);
    assert!(issue["refusal"].as_str().expect("what the server says").contains("exclusiveMinimum"));
    for text in ["message", "fix", "subject"] {
        assert!(issue[text].as_str().is_some_and(|text| !text.is_empty()), "{text}");
    }
    assert!(issue["evidence"].as_array().is_some_and(|rows| !rows.is_empty()));
}

#[test]
fn indented_json_is_the_same_json() {
    let (plain, indented) = (run("check --json", ACCEPTED), run("check --json --indent 2", ACCEPTED));
    assert!(indented.out.starts_with("{\n  \"version\""));
    let without_time = |text: &str| {
        let mut report = json(text);
        report["summary"]["timestamp"].take();
        report
    };
    assert_eq!(without_time(&plain.out), without_time(&indented.out));
}

#[test]
fn several_files_leave_with_the_gravest_verdict() {
    let files = folder(&[("good.json", ACCEPTED.as_bytes()), ("bad.json", TOOLS.as_bytes()), ("none.json", b"nope")]);
    let [good, bad, none] = ["good.json", "bad.json", "none.json"].map(|name| path(&files, name));
    assert_eq!(run_with(&["check", &good, &good], &[], "").code, 0);
    assert_eq!(run_with(&["check", &good, &bad], &[], "").code, 1);
    let done = run_with(&["check", &none, &bad, &good], &[], "");
    assert_eq!(done.code, 2);
    assert!(
        done.out.contains("error[invalid-json]") && done.out.contains(&format!("{good} (Gemini function declaration)"))
    );
    let reports = json(&run_with(&["check", "--json", &good, &bad], &[], "").out);
    assert_eq!((&reports[0]["file"], &reports[1]["file"]), (&json!(good), &json!(bad)));
    let lines = run_with(&["check", "--format", "jsonl", &good, &none], &[], "");
    assert_eq!((lines.code, lines.out.lines().count()), (2, 2));
}

#[test]
fn the_verdict_on_several_tools_is_said_once_more_at_the_end() {
    let end = "\n\n1 of 2 tools incompatible: 2 errors, 3 info\n`lapidary transform` writes declarations for gemini.\n";
    let done = run("check", TOOLS);
    assert!(done.out.ends_with(end), "{}", done.out);
    let taken = run("check", r#"[{"name":"a"},{"name":"b"}]"#);
    assert!(taken.out.ends_with("\n\n2 tools compatible\n"), "{}", taken.out);
    let one = run("check", r#"{"name":"a","inputSchema":{"type":"object","properties":{"b":{"const":1}}}}"#);
    assert!(one.out.ends_with("`lapidary explain CODE` says more about a rule.\n"), "{}", one.out);
}

#[test]
fn a_missing_file_is_an_issue() {
    let done = run("check no/such/file.json", "");
    assert_eq!(done.code, 2);
    assert!(done.out.starts_with("error[unreadable-file]: no such file: no/such/file.json\n"), "{}", done.out);
    let report = json(&run("check --json no/such/file.json", "").out);
    assert_eq!(report["issues"][0]["code"], "unreadable-file");
}

#[test]
fn what_repeats_is_counted() {
    let members: Vec<String> =
        (0..40).map(|at| format!("\"p{at}\": {{\"type\": \"number\", \"multipleOf\": 5}}")).collect();
    let tool = format!(
        "{{\"name\": \"t\", \"inputSchema\": {{\"type\": \"object\", \"properties\": {{\n{}}}}}}}",
        members.join(",\n")
    );
    let done = run("check", tool);
    assert_eq!(done.out.matches("[GS016]").count(), 1, "equal findings are one");
    assert!(done.out.contains(":2:26, also 3:26 (p1), 4:26 (p2)"), "{}", done.out);
    assert!(done.out.contains(", and 31 more\n"), "{}", done.out);
}

#[test]
fn a_long_line_is_cut_around_the_span() {
    let filler = "x".repeat(5_000);
    let tool = format!(
        r#"{{"name":"t","description":"{filler}","inputSchema":{{"type":"object","title":"{filler}","not":{{}}}}}}"#
    );
    let done = run("check", tool);
    assert!(done.out.lines().all(|line| line.chars().count() < 400), "{}", done.out);
    assert!(done.out.contains(r#""not":{}"#), "{}", done.out);
}

#[test]
fn colors_are_for_those_who_want_them() {
    let forced = [("CLICOLOR_FORCE", "1")];
    assert!(!run("check", TOOLS).out.contains('\u{1b}'));
    assert!(run_with(&["check"], &forced, TOOLS).out.contains('\u{1b}'));
    assert!(!run_with(&["check"], &[("NO_COLOR", "1")], TOOLS).out.contains('\u{1b}'));
}

#[test]
fn names_cannot_steer_the_terminal() {
    let tool = r#"{"name":"a\u001b[2Jb","inputSchema":{"type":"object","properties":{"\u001b]0;x\u0007":{"not":{}}}}}"#;
    for command in ["check", "transform", "diff"] {
        let done = run(command, tool);
        assert!(!done.out.contains('\u{1b}') && !done.err.contains('\u{1b}'), "{command}: {} {}", done.out, done.err);
    }
}

#[test]
fn a_rule_switched_off_finds_nothing() {
    let done = run("check --disable GS014,gs010", TOOLS);
    assert!(!done.out.contains("GS014") && !done.out.contains("GS010"), "{}", done.out);
    assert_eq!(done.code, 0);
}

#[test]
fn one_tool_is_picked_by_name() {
    assert_eq!(run("check --tool ping", TOOLS).code, 0);
    let none = run("check --tool nobody", TOOLS);
    assert_eq!(none.code, 2);
    assert!(none.out.contains("no tool named \"nobody\""), "{}", none.out);
}

#[test]
fn a_tool_may_be_in_one_of_several_documents() {
    let other = br#"{"tools":[{"name":"other","inputSchema":{"type":"object"}}]}"#;
    let folder = folder(&[("other.json", other), ("tools.json", TOOLS.as_bytes()), ("not.json", b"{")]);
    let [other, tools, not] = ["other.json", "tools.json", "not.json"].map(|name| path(&folder, name));
    let asked = |command: &str, more: &[&str]| {
        let arguments: Vec<&str> = command.split(' ').chain(["--tool", "ping"]).chain(more.iter().copied()).collect();
        run_with(&arguments, &[], "")
    };
    for command in ["check", "check --json", "check --table", "transform", "transform --json", "diff", "diff --json"] {
        for files in [[&*other, &*tools], [&*tools, &*other]] {
            let done = asked(command, &files);
            let all = done.out.clone() + &done.err;
            assert!(done.code == 0 && !all.contains("no tool named"), "{command}: {all}");
            assert!(!all.contains("other.json"), "{command}: {all}");
        }
        for files in [&[&*other][..], &[&*other, &*other], &[&*other, &*not]] {
            let done = asked(command, files);
            let all = done.out + &done.err;
            assert!(done.code == 2 && all.contains("the document has no tool named"), "{command}: {all}");
        }
    }
}

#[test]
fn a_fix_names_the_keyword_that_is_removed() {
    let tool = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"integer","multipleOf":5}}}}"#;
    let done = run("check", tool);
    assert!(done.out.contains("= fix: `multipleOf` removed; the description says `multiple of 5`\n"), "{}", done.out);
}

/// What is valid still, and never sent.
#[test]
fn objects_that_models_leave_empty_are_a_cost() {
    let tool = r#"{"name":"t","parameters":{"type":"OBJECT","properties":{"labels":{"type":"OBJECT"}}}}"#;
    let said = "cost: models leave `labels` empty, as its declaration names no properties; `--mode round-trip` declares its entries\n";
    let done = run("check", tool);
    assert_eq!(done.code, 0);
    assert!(done.out.contains(said), "{}", done.out);
    assert!(!run("check --mode round-trip", tool).out.contains("models leave"));
    let several =
        tool.replace(r#""labels":"#, r#""a":{"type":"OBJECT"},"b":{"type":"OBJECT"},"c":{"type":"OBJECT"},"labels":"#);
    let done = run("check", format!("[{several},{{\"name\":\"now\"}}]"));
    let said = "models leave 4 objects empty, as their declarations name no properties: `a`, `b`, `c` and 1 more;";
    assert!(done.out.contains(said), "{}", done.out);
    assert!(done.out.contains("  t    compatible    4 objects left empty\n"), "{}", done.out);
}

#[test]
fn large_growth_is_a_cost() {
    let property = |at: usize| format!(r##""p{at}":{{"$ref":"#/$defs/node"}}"##);
    let properties = (0..20).map(property).collect::<Vec<_>>().join(",");
    let node = r##"{"type":"object","properties":{"name":{"type":"string"},"next":{"$ref":"#/$defs/node"}}}"##;
    let tool = format!(
        r#"{{"name":"t","inputSchema":{{"type":"object","properties":{{{properties}}},"$defs":{{"node":{node}}}}}}}"#
    );
    let done = run("check", &*tool);
    assert!(done.out.contains("\ncost: about "), "{}", done.out);
    assert!(done.out.contains(" times the 182 of the schema\n"), "{}", done.out);
    let offer =
        "\n`--target gemini-json-schema` accepts this tool unchanged (Gemini 2.5 and later, not the Live API).\n";
    assert!(done.out.ends_with(offer), "{}", done.out);
}

/// One at most, and only where something is lost.
#[test]
fn a_target_that_loses_nothing_is_offered() {
    let map = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"object","additionalProperties":{"type":"string"}}}}}"#;
    let offers = |arguments: &str, text: &str| {
        let done = run(arguments, text).out;
        done.lines().filter(|line| line.starts_with("`--")).map(str::to_owned).collect::<Vec<_>>()
    };
    let accepts = "`--target gemini-json-schema` accepts this tool unchanged (Gemini 2.5 and later, not the Live API).";
    assert_eq!(offers("check", map), [accepts]);
    assert_eq!(
        offers("check --table", map),
        [accepts, "`--tool NAME` instead of `--table` shows the findings of a tool."]
    );
    assert_eq!(
        offers("check", &format!("[{map},{}]", map.replace("\"t\"", "\"u\""))),
        [accepts.replace("this tool", "these 2 tools")]
    );
    let coded = "`--mode round-trip` loses nothing of this tool (calls have to be restored).";
    assert_eq!(offers("check --target universal", map), [coded]);
    assert_eq!(offers("check --target gemini-json-schema", map), [""; 0]);
    assert_eq!(offers("check", ACCEPTED), [""; 0]);
}

#[test]
fn the_response_format_of_a_chat_request_is_checked() {
    let request = r#"{"model":"m","messages":[],"tools":[{"type":"function","function":{"name":"a","parameters":{"type":"object","properties":{"x":{"type":"string"}}}}}],
"response_format":{"type":"json_schema","json_schema":{"name":"r","schema":{"type":"object","properties":{"n":{"type":"integer","multipleOf":5}}}}}}"#;
    let done = run("check", request);
    assert_eq!(done.code, 1);
    assert!(done.out.contains("error[GS016]: `n`: ") && done.out.contains("<stdin>:2:"), "{}", done.out);
    assert_eq!(run("check --emit declarations", request).code, 0);
}

#[test]
fn a_schema_of_another_type_than_object_may_be_that_of_a_response() {
    let hint = "If the schema describes the model's response, of any type: `--role response`.";
    let hints = |arguments: &str, text: &str| run(arguments, text).out.contains(hint);
    for schema in [r#"{"type":"array","items":{"type":"string"}}"#, r#"{"enum":["a"]}"#] {
        assert!(hints("check", schema), "{schema}");
        assert!(!hints("check --role response", schema), "{schema}");
        assert!(!hints("check", &format!(r#"{{"name":"t","inputSchema":{schema}}}"#)), "{schema}");
    }
    for objects in [r#"{"type":"object"}"#, r#"{"oneOf":[{"type":"object"},{"properties":{"a":{}},"type":"object"}]}"#]
    {
        assert!(!hints("check", objects), "{objects}");
    }
}

#[test]
fn a_name_that_is_only_required_is_pointed_at() {
    let tool = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a","q"],"dependentRequired":{"a":["b"]}}}"#;
    let report = json(&run("check --json", tool).out);
    let issues =
        report["tools"][0]["issues"].as_array().expect("issues").iter().filter(|issue| issue["code"] == "GS031");
    let said: Vec<_> = issues.map(|issue| (issue["message"].as_str(), issue["span"]["start"].as_u64())).collect();
    let at = |name: &str| tool.find(name).map(|at| at as u64);
    let message =
        |name: &str| format!("the type of {name} is not declared; Gemini requires one on every schema without a union");
    let [q, b] = ["\"q\"", "\"b\""];
    assert_eq!(said, [(Some(&*message(q)), at(q)), (Some(&*message(b)), at(b))]);
}

#[test]
fn a_report_is_one_line_whatever_the_line_breaks_of_its_tools() {
    let tool = "{\"name\":\"a\",\r\n\"inputSchema\":{\"type\":\"object\",\n\"properties\":{}}}";
    let folder = crate::folder(&[("a.json", tool.as_bytes())]);
    let done = run_with(&["check", "--format", "jsonl", &crate::path(&folder, "a.json")], &[], "");
    assert_eq!(done.out.lines().count(), 1);
    assert_eq!(json(&done.out)["tools"][0]["name"], "a");
}

#[test]
fn source_code_is_named_as_such() {
    let folder =
        crate::folder(&[("tools.py", b"tools = []\n".as_slice()), ("tools.js", br#"[{"name":"a"}]"#.as_slice())]);
    let python = run_with(&["check", &crate::path(&folder, "tools.py")], &[], "");
    assert!(python.code == 2 && python.out.contains("this is source code, not JSON"), "{}", python.out);
    assert_eq!(run_with(&["check", &crate::path(&folder, "tools.js")], &[], "").code, 0);
}

#[test]
fn a_tool_without_a_name_is_no_schema() {
    for tool in [
        r#"{"description":"Adds","inputSchema":{"type":"object","properties":{"a":{"type":"number"}}}}"#,
        r#"{"title":"Add","input_schema":{"type":"object"},"annotations":{}}"#,
    ] {
        let done = run("check", tool);
        assert!(
            done.code == 2 && done.out.starts_with("error[no-schema]: this is an MCP tool without a name"),
            "{}",
            done.out
        );
    }
    for schema in [
        r#"{"description":"Adds","type":"object","properties":{},"inputSchema":{"type":"object"}}"#,
        r#"{"inputSchema":{"type":"object"}}"#,
        r#"{"description":{"type":"string"},"inputSchema":{"type":"object"}}"#,
        r#"{"description":"Adds","inputSchema":{"type":"string"}}"#,
    ] {
        assert!(!run("check", schema).out.contains("without a name"), "{schema}");
    }
}
