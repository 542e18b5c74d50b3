//! Hostile inputs: each gets an answer or an issue with a place.

use std::fmt::Write as _;

use crate::{json, run};

/// Asserts the exit code of `check`, and texts that it prints.
fn checked(input: impl AsRef<[u8]>, code: i32, said: &[&str]) {
    for target in ["gemini", "gemini-api"] {
        let done = run(&format!("check --target {target}"), input.as_ref());
        assert_eq!((done.code, done.err.as_str()), (code, ""), "{target}: {}", done.out);
        for text in said {
            assert!(done.out.contains(text), "{target}: no {text:?} in {}", done.out);
        }
    }
}

/// Asserts that every command that reads documents ends; returns the output of `transform`.
fn answered(input: impl Into<Vec<u8>> + Clone) -> String {
    assert!((0..=2).contains(&run("diff", input.clone()).code));
    reported(input)
}

/// Asserts that `transform` prints JSON, or the reason why not on standard error, and that `check --json` prints JSON;
/// returns the output of `transform`.
fn reported(input: impl Into<Vec<u8>> + Clone) -> String {
    let done = run("transform", input.clone());
    match done.code {
        0 | 1 => assert!(serde_json::from_str::<&serde_json::value::RawValue>(&done.out).is_ok(), "{}", done.out),
        code => assert!(code == 2 && done.out.is_empty() && done.err.contains("<stdin>:"), "{}", done.err),
    }
    let report = run("check --json", input).out;
    assert!(serde_json::from_str::<&serde_json::value::RawValue>(&report).is_ok());
    done.out
}

#[test]
fn what_is_no_json_has_a_place() {
    checked("", 2, &["error[invalid-json]: not JSON: the text is empty", "<stdin>:1:1"]);
    checked("  \n\t", 2, &["error[invalid-json]"]);
    checked("hello", 2, &["error[invalid-json]", "<stdin>:1:1"]);
    checked("{\"a\": 1,}", 2, &["error[invalid-json]", "<stdin>:1:9"]);
    checked("{\"a\": \"\\q\"}", 2, &["error[invalid-json]: not JSON: this is not a JSON escape", "<stdin>:1:8"]);
    checked("{\"a\": \"\\u12\"}", 2, &["error[invalid-json]"]);
    checked("{\n  \"a\": \"b\nc\"}", 2, &["error[invalid-json]: not JSON: a control character", "<stdin>:2:10"]);
}

#[test]
fn bytes_that_are_no_text_have_a_place() {
    checked(b"{\n\"\xC3\xA9\xE9\"}", 2, &["error[invalid-utf-8]: byte 5 (0xE9) is not UTF-8", "<stdin>:2:3"]);
    checked(b"\xFF\xFE{\0}\0", 2, &["UTF-16"]);
    let report = json(&run("check --json", *b"\xFF").out);
    assert_eq!(report["issues"][0]["code"], "invalid-utf-8");
}

#[test]
fn json_that_is_no_schema_is_told_so() {
    for input in ["5", "\"x\"", "null", "[]", "[5]", "1e400"] {
        checked(input, 2, &["error[no-schema]", "<stdin>:1:1"]);
        assert_eq!(answered(input), "");
    }
}

#[test]
fn the_least_schemas_have_an_answer() {
    for input in ["true", "{}", "false", "{\"$ref\":\"#\"}"] {
        checked(input, 1, &["(JSON Schema"]);
        assert_eq!(answered(input), "{\"type\":\"OBJECT\",\"properties\":{}}\n", "{input}");
    }
    assert_eq!(answered("{\"name\":\"f\"}"), "{\"name\":\"f\"}");
}

#[test]
fn wrong_kinds_everywhere_have_an_answer() {
    let input = r#"{"type":"object","properties":{"a":{"type":5,"enum":3,"items":"x","anyOf":{},"description":[1]},
        "b":{"type":"object","properties":[1],"required":"a"},"c":7},"required":{"a":1},"$ref":9,"allOf":"x"}"#;
    checked(input, 1, &["GS050"]);
    assert!(json(&answered(input))["properties"]["a"].is_object());
}

#[test]
fn odd_texts_have_an_answer() {
    let lone = r#"{"type":"object","properties":{"a":{"type":"string","description":"\ud800"}}}"#;
    assert!(!answered(lone).contains("ud800"));
    let doubled = r#"{"type":"object","properties":{"a":{"type":"string","type":"integer"}}}"#;
    checked(doubled, 0, &["GS052"]);
    assert_eq!(json(&answered(doubled))["properties"]["a"]["type"], "INTEGER");
    let prototype = r#"{"type":"object","properties":{"__proto__":{"type":"string"}}}"#;
    assert_eq!(json(&answered(prototype))["properties"]["__proto__"]["type"], "STRING");
    let huge = r#"{"type":"object","properties":{"a":{"type":"number","minimum":-1e400,"maximum":1e400}}}"#;
    checked(huge, 1, &["GS049"]);
    assert!(!answered(huge).contains("1e400"));
    let marked = "\u{feff}{\r\n  \"type\": \"object\",\r\n  \"properties\": {\"a\": {\"not\": {}}}\r\n}\r\n";
    checked(marked, 1, &["<stdin>:3:", "\"not\": {}"]);
    answered(marked);
}

#[test]
fn two_hundred_thousand_levels_have_an_answer() {
    const LEVELS: usize = 200_000;
    let nested = |open: &str, end: &str| format!("{}{{}}{}", open.repeat(LEVELS), end.repeat(LEVELS));
    answered(nested("{\"items\":", "}"));
    // The diffs of these have hundreds of megabytes; that of the first suffices.
    reported(nested("{\"properties\":{\"a\":", "}}"));
    reported(nested("{\"anyOf\":[", "]}"));
    reported(format!("{{\"type\":\"object\",\"properties\":{{\"a\":{{\"default\":{}}}}}}}", nested("[", "]")));
    checked("[".repeat(LEVELS), 2, &["error[invalid-json]: not JSON: the text ends inside a value"]);
}

#[test]
fn references_that_double_thirty_times_have_an_answer() {
    for link in [
        r#"{"type":"object","properties":{"x":{"$ref":"REF"},"y":{"$ref":"REF"}}}"#,
        r#"{"anyOf":[{"$ref":"REF"},{"$ref":"REF"}]}"#,
        r#"{"allOf":[{"$ref":"REF"},{"$ref":"REF"}]}"#,
    ] {
        let mut definitions = String::from("\"d30\":{\"type\":\"string\"}");
        for level in 0..30 {
            let link = link.replace("REF", &format!("#/$defs/d{}", level + 1));
            write!(definitions, ",\"d{level}\":{link}").expect("a string takes text");
        }
        let bomb = format!(
            "{{\"type\":\"object\",\"properties\":{{\"a\":{{\"$ref\":\"#/$defs/d0\"}}}},\"$defs\":{{{definitions}}}}}"
        );
        let output = answered(bomb);
        assert!(!output.contains("$ref") && output.len() < 1_000_000, "{} bytes", output.len());
    }
}

#[test]
fn fifty_megabytes_have_an_answer() {
    const SIZE: usize = 50_000_000;
    const TOOLS: usize = 500;
    let description = "é".repeat(SIZE / TOOLS / 2);
    let schema = r#"{"type":"object","properties":{"a":{"type":"string","exclusiveMinimum":0}}}"#;
    let tool = |at| format!(r#"{{"name":"t{at}","description":"{description}","inputSchema":{schema}}}"#);
    let list = format!("[{}]", (0..TOOLS).map(tool).collect::<Vec<_>>().join(","));
    let done = run("transform", list);
    assert_eq!(done.code, 0, "{:.200}", done.err);
    assert!(done.out.len() > SIZE, "{} bytes", done.out.len());
    let text = format!("{{\"type\":\"object\",\"properties\":{{\"a\":{{\"const\":\"{}\"}}}}}}", "é".repeat(SIZE / 2));
    let done = run("check", text);
    assert_eq!(done.code, 1);
    assert!(done.out.contains("GS011") && done.out.len() < 10_000, "{} bytes", done.out.len());
}

#[test]
fn tools_left_out_are_told_of() {
    let tools: Vec<String> = (0..600).map(|at| format!("{{\"name\":\"t{at}\"}}")).collect();
    let request = format!("{{\"contents\":[],\"tools\":[{{\"functionDeclarations\":[{}]}}]}}", tools.join(","));
    let done = run("transform", request);
    assert_eq!(done.code, 1);
    assert!(done.err.contains("88 tools omitted: t512, t513, t514, t515, t516, t517, t518, t519, …;"), "{}", done.err);
    // A list is not a request: it keeps all tools, with a finding that they are too many for one.
    let done = run("transform", format!("[{}]", tools.join(",")));
    assert_eq!((done.code, done.out.matches("\"name\"").count()), (0, 600), "{}", done.err);
}
