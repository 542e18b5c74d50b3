use serde_json::json;

use crate::{ACCEPTED, TOOLS, folder, json, path, run, run_with};

#[test]
fn the_output_is_alone_on_standard_output() {
    let done = run("transform", TOOLS);
    assert_eq!(done.code, 0);
    let declarations = json(&done.out);
    assert_eq!(declarations[0]["parameters"]["properties"]["limit"]["minimum"], 1);
    assert_eq!(declarations[0]["parameters"]["type"], "OBJECT");
    assert_eq!(declarations[1], json!({"name": "ping"}));
    assert_eq!(done.err.lines().count(), 1);
    assert!(done.err.starts_with("<stdin>: tools/list result, 2 tools: 2 errors"), "{}", done.err);
}

#[test]
fn an_accepted_document_leaves_as_the_same_bytes_and_in_silence() {
    for document in [ACCEPTED.to_owned(), format!("{ACCEPTED}\r\n"), format!(" {ACCEPTED} \n\n")] {
        let done = run("transform", document.as_str());
        assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, document.as_str(), ""));
    }
}

#[test]
fn indent_lays_the_output_out() {
    let done = run("transform --indent 4", r#"{"type":"object","properties":{"a":{"type":"string"}}}"#);
    assert!(done.out.starts_with("{\n    \"type\": \"OBJECT\""), "{}", done.out);
}

#[test]
fn the_envelope_is_chosen() {
    let same = json(&run("transform --emit same", TOOLS).out);
    assert_eq!(same["tools"][0]["inputSchema"]["type"], "object");
    let request = json(&run("transform --emit request", TOOLS).out);
    assert_eq!(request["tools"][0]["functionDeclarations"][0]["name"], "search");
}

#[test]
fn targets_differ() {
    let titled = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string","default":"x"}}}}"#;
    let field = |target: &str| {
        let done = run(&format!("transform --target {target}"), titled);
        json(&done.out)["parameters"]["properties"]["a"].clone()
    };
    assert_eq!(field("gemini-api")["default"], "x");
    assert_eq!(field("gemini")["default"], json!(null));
    let silent = json(&run("transform --no-hints", titled).out);
    assert_eq!(silent["parameters"]["properties"]["a"], json!({"type": "STRING"}));
}

#[test]
fn a_document_that_cannot_be_used_is_told_on_standard_error() {
    let done = run("transform", "[1, 2");
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.contains("error[invalid-json]") && done.err.contains("<stdin>:1:6"), "{}", done.err);
}

#[test]
fn lines_are_answered_in_order_whatever_they_hold() {
    let lines = [
        r#"{"name":"a","inputSchema":{"type":"object","properties":{"x":{"const":"y"}}}}"#,
        "nope",
        "5",
        "{}",
        r#"[{"name":"a"},{"name":"b"}]"#,
        r#"{"name":"b"}"#,
    ];
    let done = run("transform --format jsonl -", lines.join("\n") + "\n");
    assert_eq!((done.code, done.err.as_str()), (1, ""));
    let answers: Vec<_> = done.out.lines().map(json).collect();
    assert_eq!(answers.len(), lines.len() + 1);
    assert_eq!(answers[0]["name"], "a");
    assert_eq!(answers[0]["declaration"]["parameters"]["properties"]["x"]["enum"], json!(["y"]));
    assert_eq!(answers[0]["codec"], json!({"version": 1}));
    assert!(answers[1]["error"].as_str().expect("an error").starts_with("invalid-json at line 2, column 1"));
    for answer in &answers[2..4] {
        assert_eq!(answer["name"], json!(null));
        assert!(answer["error"].is_string() && answer.get("declaration").is_none(), "{answer}");
    }
    let plain = |name: &str| json!({"name": name, "declaration": {"name": name}, "codec": {"version": 1}});
    assert_eq!(answers[4..], [plain("a"), plain("b"), plain("b")]);
}

#[test]
fn a_document_of_several_lines_is_read_whole() {
    let document = "\u{feff}{\n  \"tools\": [\n    {\"name\": \"a\"},\n    {\"name\": \"b\"}\n  ]\n}\n";
    let done = run("transform --format jsonl", document);
    let names: Vec<_> = done.out.lines().map(|line| json(line)["name"].clone()).collect();
    assert_eq!((done.code, names), (0, vec![json!("a"), json!("b")]), "{}", done.out);
    // A declaration that is unchanged is printed on one line, too.
    let tool = "{\n  \"name\": \"c\",\n  \"inputSchema\": {\n    \"type\": \"object\",\n    \"properties\": {\n      \"a\": { \"type\": \"string\" }\n    }\n  }\n}\n";
    for (format, count) in [(" --format jsonl", 1), ("", 2)] {
        let done = run(
            &format!("transform --target gemini-json-schema{format}"),
            (tool.to_owned() + &tool.replace("\"c\"", "\"d\""))[..count * tool.len()].to_owned(),
        );
        let lines: Vec<_> = done.out.lines().map(json).collect();
        assert_eq!(lines.len(), count, "{}", done.out);
    }
    // If all lines together are not a document, the first is an invalid line.
    let done = run("transform --format jsonl", "{\"name\":\n{\"name\":\"b\"}\n");
    let answers: Vec<_> = done.out.lines().map(json).collect();
    assert!(answers[0]["error"].is_string() && answers[1]["name"] == "b", "{}", done.out);
}

#[test]
fn lines_may_end_in_any_way_and_hold_any_bytes() {
    let done =
        run("transform --format jsonl", b"\xEF\xBB\xBF{\"name\":\"a\"}\r\n\r\n\xFF\xFE\r\n{\"name\":\"b\"}".to_vec());
    let answers: Vec<_> = done.out.lines().map(json).collect();
    assert_eq!(answers.len(), 3, "{}", done.out);
    assert_eq!((&answers[0]["name"], &answers[2]["name"]), (&json!("a"), &json!("b")));
    assert_eq!(answers[1]["error"], "byte 0 of line 3 is not UTF-8");
    assert_eq!(done.code, 1);
}

#[test]
fn good_lines_are_good() {
    let done = run("transform --format jsonl", "{\"name\":\"a\"}\n");
    assert_eq!((done.code, done.out.lines().count()), (0, 1));
    assert_eq!(run("transform --format jsonl", "").code, 0);
    assert_eq!(run("transform --format jsonl no/such/file", "").code, 2);
}

#[test]
fn of_lines_only_the_tool_that_is_wanted_is_declared() {
    let lines = "{\"name\":\"a\"}\n{\"name\":\"b\"}\n";
    let done = run("transform --format jsonl --tool b", lines);
    assert_eq!(
        (done.code, done.out.lines().count(), json(&done.out)["name"].clone()),
        (0, 1, json!("b")),
        "{}",
        done.err
    );
    let done = run("transform --format jsonl --tool c", lines);
    assert_eq!((done.code, &*done.out, &*done.err), (2, "", "no tool is named \"c\"\n"));
}

#[test]
fn limits_that_are_met_are_told() {
    let tool = r#"{"name":"t","inputSchema":{"type":"object"}}"#;
    let properties = (0..3_000).map(|at| format!(r#""p{at}":{{"const":"{at}"}}"#)).collect::<Vec<_>>().join(",");
    let large = format!(r#"{{"name":"t","inputSchema":{{"type":"object","properties":{{{properties}}}}}}}"#);
    let project =
        folder(&[("little.toml", b"[limits]\nmemory = 300000\n"), ("few.toml", b"[limits]\ndeclarations = 1\n")]);
    let transform = |settings: &str, format: &str, text: &str| {
        run_with(
            &["transform", "--mode", "round-trip", "--settings", &path(&project, settings), "--format", format],
            &[],
            text,
        )
    };
    let done = transform("little.toml", "pretty", &large);
    assert!(done.code == 1 && done.out.contains("const") && done.err.contains("error[limit]"), "{}", done.err);
    let done = transform("little.toml", "jsonl", &large);
    assert!(done.code == 1 && json(&done.out)["error"].is_string(), "{}", done.out);
    let many = format!("[{}]", vec![tool; 1_500].join(","));
    let done = transform("few.toml", "jsonl", &many);
    let lines: Vec<_> = done.out.lines().map(json).collect();
    let last = lines.last().map(|last| last["error"].to_string()).unwrap_or_default();
    assert!(last.contains("1499 tools left unchanged") && lines.len() == 1_002, "{} {last}", lines.len());
}

#[test]
fn tool_lists_on_lines_are_one_list() {
    let lists = "{\"tools\":[{\"name\":\"a\"}]}\n{\"result\":{\"tools\":[{\"name\":\"b\"},{\"name\":\"c\"}]}}\n";
    let done = run("transform", lists);
    assert_eq!((done.code, &*done.out), (0, "{\"name\":\"a\"}\n{\"name\":\"b\"}\n{\"name\":\"c\"}\n"), "{}", done.err);
    assert_eq!(run("transform --target gemini-json-schema --emit same", lists).out.lines().count(), 2);
}

#[test]
fn as_json_several_documents_are_a_list() {
    let files = folder(&[("a.json", br#"{"name":"a"}"#), ("b.jsonl", b"{\"name\":\"b\"}\n{\"name\":\"c\"}")]);
    let [a, b] = ["a.json", "b.jsonl"].map(|name| path(&files, name));
    let done = run_with(&["transform", "--json", &a, &b], &[], "");
    assert_eq!(json(&done.out), json!([{"name": "a"}, [{"name": "b"}, {"name": "c"}]]));
    let diffs = json(&run_with(&["diff", "--json", &a, &b], &[], "").out);
    assert_eq!((&diffs[0]["file"], &diffs[1]["file"]), (&json!(a), &json!(b)));
    let lines = run_with(&["diff", "--format", "jsonl", &a, &b], &[], "");
    assert_eq!(lines.out.lines().map(json).collect::<Vec<_>>().len(), 2);
}

#[test]
fn several_documents_follow_one_another() {
    let files = folder(&[("a.json", br#"{"name":"a"}"#), ("bad.json", b"\xFF"), ("b.json", br#"{"name":"b"}"#)]);
    let [a, bad, b] = ["a.json", "bad.json", "b.json"].map(|name| path(&files, name));
    let done = run_with(&["transform", &a, &bad, &b], &[], "");
    assert_eq!(done.code, 2);
    assert_eq!(done.out, "{\"name\":\"a\"}\n{\"name\":\"b\"}\n");
    assert!(done.err.contains("byte 0 (0xFF) is not UTF-8"), "{}", done.err);
}

#[test]
fn declarations_without_their_codecs_say_where_to_get_them() {
    let map = r#"{"name":"m","inputSchema":{"type":"object","properties":{"a":{"type":"object","additionalProperties":{"type":"integer"}}}}}"#;
    let told =
        "<stdin>: calls of 1 tool have to be restored; `--format jsonl` prints each declaration with its codec\n";
    for format in ["", " --json"] {
        assert!(run(&format!("transform --mode round-trip{format}"), map).err.ends_with(told));
        assert!(!run(&format!("transform{format}"), map).err.contains("restored"));
    }
    let line = run("transform --mode round-trip --format jsonl", map);
    assert!(line.out.contains(r#""codec":"#) && line.err.is_empty(), "{}", line.err);
    // A changed name alone requires a codec.
    let renamed = r#"{"name":"a b","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}"#;
    assert!(run("transform", renamed).err.ends_with(told));
}

#[test]
fn an_error_is_that_of_its_own_tool() {
    let array = |name: &str| format!(r#"{{"name":"{name}","inputSchema":{{"type":"array"}}}}"#);
    let object = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}"#;
    for name in ["t", ""] {
        let document = format!("[\n{},\n{object},\n{}\n]", array(name), array(name));
        let done = run("transform --format jsonl --on-error omit", document);
        let answers: Vec<_> = done.out.lines().map(json).collect();
        for (answer, line) in [(0, "line 2,"), (2, "line 4,")] {
            let error = answers[answer]["error"].to_string();
            assert!(error.contains(line), "{name:?}: {error}");
        }
    }
}

#[test]
fn an_omitted_tool_is_answered_with_what_omits_it() {
    let constrained = r#"{"type":"integer","multipleOf":5}"#;
    for (tools, code) in [
        (format!(r#"[{{"name":"bad","inputSchema":{{"type":"array","items":{constrained}}}}}]"#), "GS054"),
        (format!(r#"{{"tools":[{{"inputSchema":{{"type":"object","properties":{{"x":{constrained}}}}}}}]}}"#), "GS043"),
    ] {
        let done = run("transform --on-error omit --format jsonl", tools.as_str());
        let error = json(&done.out)["error"].as_str().expect("an error").to_owned();
        assert!(done.code == 1 && error.starts_with(code), "{tools}: {error}");
    }
}
