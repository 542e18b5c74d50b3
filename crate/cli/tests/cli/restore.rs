use serde_json::json;

use crate::{json, run};

#[test]
fn a_call_gets_its_name_back_and_keeps_its_arguments() {
    let call = r#"{"codec":{"version":1,"name":"a/b"},"call":{"name":"a_b_1a2b3c","args":{"x": 1.50, "y":"\u00e9"}}}"#;
    for format in ["", "--format jsonl"] {
        let done = run(&format!("restore {format}"), call);
        assert_eq!((done.code, done.err.as_str()), (0, ""));
        assert_eq!(done.out, "{\"name\":\"a/b\",\"args\":{\"x\": 1.50, \"y\":\"\\u00e9\"}}\n");
    }
}

#[test]
fn what_transform_answers_restores() {
    let tool = r#"{"name":"git/log?","inputSchema":{"type":"object","properties":{"n":{"type":"integer"}}}}"#;
    let answer = json(&run("transform --format jsonl", tool).out);
    let declared = &answer["declaration"]["name"];
    assert_ne!(declared, "git/log?");
    let call = json!({"codec": answer["codec"], "call": {"name": declared, "args": {"n": 3}}});
    let done = run("restore --format jsonl", call.to_string());
    assert_eq!(json(&done.out), json!({"name": "git/log?", "args": {"n": 3}}));
}

#[test]
fn what_transform_prints_restores_calls() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let write = |name: &str, text: &str| std::fs::write(path(name), text).expect("it can be written");
    let maps = |name: &str| {
        let labels = json!({"type": "object", "additionalProperties": {"type": "string"}});
        json!({"name": name, "inputSchema": {"type": "object", "properties": {"labels": labels}}})
    };
    write("tools.json", &json!([maps("git/log?"), maps("add")]).to_string());
    let declared = run(&format!("transform --mode round-trip --format jsonl {}", path("tools.json")), "").out;
    let renamed = json(declared.lines().next().expect("a line"))["declaration"]["name"].clone();
    let call = json!({"name": renamed, "args": {"labels": [{"key": "a", "value": "b"}]}}).to_string();
    let original = json!({"name": "git/log?", "args": {"labels": {"a": "b"}}});
    write("call.json", &call);
    write("declared.jsonl", &declared);
    let piped = run(&format!("restore --codecs - {}", path("call.json")), declared);
    assert_eq!((piped.code, json(&piped.out)), (0, original.clone()), "{}", piped.err);
    let saved = run(&format!("restore --codecs {} --format jsonl", path("declared.jsonl")), call.clone());
    assert_eq!((saved.code, json(&saved.out)), (0, original.clone()), "{}", saved.err);
    let back = run(&format!("restore --encode --codecs {}", path("declared.jsonl")), original.to_string());
    assert_eq!(json(&back.out), json(&call));
    let without = run("restore", call.clone());
    assert_eq!(without.code, 2);
    assert!(without.err.contains("give --codecs FILE"), "{}", without.err);
    let other = run(&format!("restore --codecs {}", path("tools.json")), call);
    assert!(other.code == 2 && other.err.contains("line 1: no codec"), "{}", other.err);
}

#[test]
fn a_name_with_different_codecs_is_ambiguous() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let line = |name: &str, codec: serde_json::Value| format!("{}\n", json!({"name": name, "codec": codec}));
    let entries = json!({"version": 1, "arguments": {"object": {"properties": {"a": {"entries": {}}}}}});
    let none = json!({"version": 1});
    let codecs = [line("f", entries), line("f", none.clone()), line("g", none.clone()), line("g", none)].concat();
    std::fs::write(path("codecs.jsonl"), codecs).expect("it can be written");
    let restored = |name: &str, option: &str| {
        let call = json!({"name": name, "args": {"a": []}}).to_string();
        run(&format!("restore {option} --codecs {}", path("codecs.jsonl")), call)
    };
    for option in ["", "--encode"] {
        let of_several = restored("f", option);
        assert!(of_several.code == 2 && of_several.err.contains("different codecs"), "{}", of_several.err);
        assert_eq!(restored("g", option).code, 0);
    }
}

#[test]
fn a_bad_line_does_not_stop_the_rest() {
    let lines = "x\n{\"codec\":{\"version\":2},\"call\":{\"name\":\"q\"}}\n{\"codec\":{\"version\":1},\"call\":{\"name\":\"q\"}}\n";
    let done = run("restore --format jsonl", lines);
    assert_eq!(done.code, 1);
    let answers: Vec<_> = done.out.lines().map(json).collect();
    assert!(answers[0]["error"].as_str().expect("an error").starts_with("not JSON: a JSON value is expected here"));
    assert_eq!(answers[1], json!({"name": "q", "error": "the codec has format 2; this version reads 1"}));
    assert_eq!(answers[2], json!({"name": "q", "args": {}}));
}

#[test]
fn what_is_no_call_is_unreadable() {
    for input in ["", "{}", "[]", r#"{"codec":{"version":1}}"#, r#"{"codec":{"version":9},"call":{"name":"q"}}"#] {
        let done = run("restore", input);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{input}");
        assert!(done.err.starts_with("<stdin>: "), "{input}: {}", done.err);
    }
}

const CODEC: &str =
    r#"{"version":1,"name":"a/b","declared":"a_b_1","arguments":{"object":{"properties":{"env":{"entries":{}}}}}}"#;

#[test]
fn arguments_are_restored_and_encoded() {
    let wire = r#"{"name":"a_b_1","args":{"env": [{"key":"A","value":1.50}]}}"#;
    let original = r#"{"name":"a/b","args":{"env": {"A":1.50}}}"#;
    let codecs = format!(r#"{{"version":1,"tools":{{"a_b_1":{CODEC}}}}}"#);
    for codec in [CODEC, codecs.as_str()] {
        for (option, from, to) in [("", wire, original), ("--encode", original, wire)] {
            let done = run(&format!("restore {option}"), format!(r#"{{"codec":{codec},"call":{from}}}"#));
            assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, format!("{to}\n").as_str(), ""));
        }
    }
}

#[test]
fn what_does_not_fit_is_an_issue_beside_the_call() {
    let call = format!(r#"{{"codec":{CODEC},"call":{{"name":"a_b_1","args":{{"env":1}}}}}}"#);
    let done = run("restore --format jsonl", call);
    let issue = json!({"pointer": "/env", "message": "an array of entries is expected here"});
    assert_eq!((done.code, json(&done.out)), (0, json!({"name": "a/b", "args": {"env": 1}, "issues": [issue]})));
}

#[test]
fn a_call_without_arguments_has_none_to_restore() {
    for args in ["", r#","args":null"#, r#","args":{}"#] {
        let done = run("restore", format!(r#"{{"codec":{CODEC},"call":{{"name":"a_b_1"{args}}}}}"#));
        assert_eq!((done.code, done.out.as_str()), (0, "{\"name\":\"a/b\",\"args\":{}}\n"), "{args}");
    }
}

#[test]
fn arguments_may_have_the_name_that_mcp_gives_them() {
    let codec = r#""codec":{"version":1,"name":"a/b"}"#;
    let restored = "{\"name\":\"a/b\",\"args\":{\"x\": 1}}\n";
    for call in [r#"{"name":"a_b","arguments":{"x": 1}}"#, r#"{"name":"a_b","args":{"x": 1}}"#] {
        assert_eq!(run("restore", format!(r#"{{{codec},"call":{call}}}"#)).out, restored);
        assert_eq!(run("restore", call.replacen('{', &format!("{{{codec},"), 1)).out, restored);
    }
    let both = run("restore", format!(r#"{{{codec},"name":"a_b","args":{{}},"arguments":{{}}}}"#));
    assert_eq!(both.code, 2);
    assert!(both.err.contains("its `args` or `arguments` is duplicate"), "{}", both.err);
}

#[test]
fn other_members_of_a_call_are_kept() {
    let codec = r#"{"version":1,"name":"a/b","declared":"a_b"}"#;
    let call = |name: &str| format!(r#"{{"name":"{name}","args":{{}},"id":"7","thoughtSignature":"\u0041","n":1.50}}"#);
    for (option, from, to) in [("", "a_b", "a/b"), ("--encode", "a/b", "a_b")] {
        let given = call(from).replacen("{\"name\"", &format!("{{\"codec\":{codec},\"name\""), 1);
        assert_eq!(run(&format!("restore {option}"), given).out, call(to) + "\n");
        let nested = format!(r#"{{"codec":{codec},"call":{}}}"#, call(from));
        assert_eq!(run(&format!("restore {option} --format jsonl"), nested).out, call(to) + "\n");
    }
}

#[test]
fn several_calls_are_lines() {
    let call = r#"{"codec":{"version":1},"name":"q"}"#;
    for calls in [format!("[{call}]"), format!("{call}\n{call}\n")] {
        let done = run("restore", calls);
        assert_eq!(done.code, 2);
        assert!(done.err.contains("`--format jsonl` takes one call per line"), "{}", done.err);
    }
}

#[test]
fn arguments_under_the_names_of_other_formats_are_not_taken_for_none() {
    for member in ["input", "parameters"] {
        let call = format!(r#"{{"codec":{{"version":1}},"call":{{"name":"f","{member}":{{"level":"2"}}}}}}"#);
        for command in ["restore", "restore --encode"] {
            let done = run(command, call.clone());
            let message = format!("are in `{member}`: give them as `args`");
            assert!(done.code == 2 && done.out.is_empty() && done.err.contains(&message), "{}", done.err);
        }
        let with_args = call.replace(r#""name""#, r#""args":{},"name""#);
        assert_eq!(run("restore", with_args).code, 0);
    }
}

#[test]
fn an_answer_is_one_line_whatever_the_lines_of_its_call() {
    let call =
        "{\"codec\":{\"version\":1},\"call\":{\n \"name\":\"q\",\r\n \"args\":{\n \"a\":\"\\n\"\n},\"id\":[\n]}}";
    let done = run("restore --format jsonl", call);
    assert_eq!(done.out.lines().count(), 1, "{}", done.out);
    assert_eq!(json(&done.out), json!({"name": "q", "args": {"a": "\n"}, "id": []}));
}
