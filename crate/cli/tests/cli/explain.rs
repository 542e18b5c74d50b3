use insta::assert_snapshot;
use lapidary::internal::{CATALOGUE, PROVIDERS};

use crate::{folder, json, path, run, run_with};

/// Runs `explain` on a text.
fn explain(text: &str) -> crate::Run {
    run_with(&["explain", text], &[], "")
}

#[test]
fn a_rule_is_explained() {
    let done = run("explain GS010", "");
    assert_eq!(done.code, 0);
    for part in [
        "GS010 additionalProperties",
        "Why",
        "What changes",
        "becomes",
        "P-unknown-additionalProperties",
        "Cannot find field.",
    ] {
        assert!(done.out.contains(part), "{part}: {}", done.out);
    }
    assert_eq!(run("explain additional-properties", "").out, done.out);
    assert_eq!(run("explain 10", "").out, done.out);
    assert_eq!(run("explain additionalProperties", "").out, done.out);
    assert_eq!(run("explain definitions", "").out, run("explain GS002", "").out);
}

#[test]
fn every_rule_is_explained() {
    for rule in lapidary::RULES {
        let explanation = json(&run(&format!("explain {} --json", rule.code), "").out);
        assert_eq!(explanation["code"], rule.code);
        assert!(explanation["rows"].is_array());
    }
}

#[test]
fn every_other_finding_in_requests_is_explained() {
    for finding in lapidary::internal::FINDINGS {
        let done = run(&format!("explain {}", finding.code), "");
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", finding.code);
        assert!(done.out.contains(finding.code) && done.out.contains("What is found"), "{}", done.out);
        assert_eq!(json(&run(&format!("explain {} --json", finding.code), "").out)["found"], finding.found);
    }
    assert!(run("explain function-response-ref", "").out.contains("A-function-response-ref"));
}

#[test]
fn every_row_of_the_catalogue_is_explained() {
    for row in json(CATALOGUE).as_array().into_iter().chain(json(PROVIDERS).as_array()).flatten() {
        let id = row["id"].as_str().expect("an id");
        assert_eq!(json(&run(&format!("explain {id} --json"), "").out)["rows"][0]["id"], id);
    }
    let done = run("explain P-unknown-const", "").out;
    assert!(done.contains("Unknown name \"const\"") && done.contains("\nRule\n  GS011 "), "{done}");
}

#[test]
fn a_message_is_explained() {
    let body = r#"{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"additionalProperties\" at 'tools[0].function_declarations[3].parameters.properties[2].value': Cannot find field.\nInvalid JSON payload received. Unknown name \"additionalProperties\" at 'tools[0].function_declarations[4].parameters': Cannot find field."}}"#;
    let done = explain(body);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert_snapshot!(done.out);
    assert_eq!(run("explain -", body).out, done.out);
}

#[test]
fn a_message_of_vertex_ai_names_its_target() {
    let done = explain(
        "because: Unable to submit request because `f` functionDeclaration `parameters.a.b` schema didn't specify the schema type field.",
    );
    assert_snapshot!(done.out);
}

#[test]
fn a_message_that_is_not_recorded_says_so() {
    let done = explain("schema at properties.draft can only contain properties starting with '$' when $ref is present");
    assert_snapshot!(done.out);
}

#[test]
fn a_message_with_several_causes_lists_them() {
    let done = explain("400 INVALID_ARGUMENT: Request contains an invalid argument.");
    assert_snapshot!(done.out);
}

#[test]
fn errors_are_data_for_programs() {
    let text =
        "* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[query].items: missing field.";
    let done = run_with(&["explain", "--json", text], &[], "");
    let explained = json(&done.out);
    assert_eq!(explained["errors"][0]["function"], 1);
    assert_eq!(explained["errors"][0]["place"], "function 1 (the second), parameter `query`");
    assert_eq!(explained["rows"][0]["id"], "S-items-missing");
    assert_eq!(explained["rules"][0]["code"], "GS027");
}

#[test]
fn a_keyword_of_several_rules_lists_them() {
    let done = run("explain anyOf", "");
    assert_eq!(done.code, 0);
    assert!(done.out.contains("GS005") && done.out.contains("GS032"), "{}", done.out);
    assert_eq!(run("explain $ref", "").out, run("explain GS001", "").out);
}

#[test]
fn what_nothing_is_known_of_is_wrong_usage() {
    for (what, near) in [("GS999", ""), ("additionalPropertys", "`additionalProperties`"), ("it does not work", "")] {
        let done = explain(what);
        assert_eq!((done.code, done.out.as_str()), (2, ""));
        assert!(done.err.contains(near) && done.err.contains("`lapidary rules` lists them"), "{}", done.err);
    }
    let done = run("check --disable GS999", "");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("`lapidary rules` lists them"), "{}", done.err);
}

#[test]
fn functions_that_a_message_counts_are_named_from_the_tools() {
    let tools = r#"{"tools":[{"name":"a"},{"name":"get it","inputSchema":{"type":"object","properties":{"q":{"const":"x"}}}}]}"#;
    let folder = folder(&[("my tools.json", tools.as_bytes()), ("no.json", b"{")]);
    let message =
        |at: u32| format!("Unknown name \"const\" at 'tools[0].function_declarations[{at}].parameters.prop… and so on");
    let explain = |at: u32, file: &str| run_with(&["explain", &message(at), &path(&folder, file)], &[], "");
    let done = explain(1, "my tools.json");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert!(done.out.contains("function 1 (the second), `get it`"), "{}", done.out);
    let command = format!("lapidary check --tool 'get it' '{}' ", path(&folder, "my tools.json"));
    assert!(done.out.contains(&command), "{}", done.out);
    let data = run_with(&["explain", "--json", &message(1), &path(&folder, "my tools.json")], &[], "");
    assert_eq!(json(&data.out)["errors"][0]["functionName"], "get it");
    let done = explain(7, "my tools.json");
    assert!(done.code == 0 && done.err.contains("has 2 tools, and the message is about function 7"), "{}", done.err);
    assert!(explain(1, "no.json").err.contains("invalid-json"));
    assert_eq!([explain(1, "no.json").code, explain(1, "none.json").code], [2, 2]);
}

#[test]
fn what_no_declaration_prevents_has_the_advice_of_its_row() {
    let malformed = explain("finishReason: \"MALFORMED_FUNCTION_CALL\"").out;
    assert!(malformed.contains("What to do\n  ask again, or simplify the schema\n\n"), "{malformed}");
    let exclusive = explain("Tool use with function calling is unsupported").out;
    assert!(exclusive.contains("\n  omit Google's tools or the functions"), "{exclusive}");
    assert!(exclusive.contains("\n  It is about the request"), "{exclusive}");
    let skipped = "Skipping tool 'a' from MCP server 'b' because it has missing types in its parameter schema. \
        Please file an issue with the owner of the MCP server.";
    let skipped = explain(skipped).out;
    for part in ["\n  GS031 ", "What to do\n  update the client: ", "\n  lapidary check FILE"] {
        assert!(skipped.contains(part), "{part}: {skipped}");
    }
}

#[test]
fn tools_are_for_messages() {
    for what in ["GS014", "additionalProperties"] {
        let done = run(&format!("explain {what} tools.json"), "");
        assert_eq!((done.code, done.out.as_str()), (2, ""));
        assert!(done.err.contains("'[FILE]' can only be used with an error message"), "{}", done.err);
    }
}

#[test]
fn functions_are_counted_in_their_list() {
    let gemini = r#"{"tools":[{"googleSearch":{}},{"functionDeclarations":[{"name":"a"}]},
        {"function_declarations":[{"name":"b"},{"name":"c"}]}]}"#;
    let openai = r#"{"messages":[],"tools":[{"type":"web_search"},{"type":"function","function":{"name":"a b"}}]}"#;
    let claude = r#"{"messages":[],"tools":[{"type":"bash_20250124","name":"bash"},{"name":"a","input_schema":{"type":"object"}}]}"#;
    let lists = "{\"tools\":[{\"name\":\"a\"}]}\n{\"tools\":[{\"name\":\"b\"}]}";
    let files = [("gemini", gemini), ("openai", openai), ("claude", claude), ("lists", lists)];
    let folder = folder(&files.map(|(name, text)| (name, text.as_bytes())));
    let google = |tool: u32, function: u32| {
        format!(
            "Unknown name \"const\" at 'tools[{tool}].function_declarations[{function}].parameters': Cannot find field."
        )
    };
    let of_claude =
        "tools.1.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level";
    for (file, message, place) in [
        ("gemini", &*google(1, 0), "function 0 (the first), `a` of `tools[1]`"),
        ("gemini", &google(2, 1), "function 1 (the second), `c` of `tools[2]`"),
        ("openai", "Invalid 'tools[1].function.name': string does not match pattern", "`a b`"),
        ("claude", of_claude, "`a`"),
        ("lists", &google(0, 1), "function 1 (the second), `b`"),
    ] {
        let done = run_with(&["explain", message, &path(&folder, file)], &[], "");
        assert!(done.out.contains(place) && done.err.is_empty(), "{file}: {} {}", done.out, done.err);
    }
    let done = run_with(&["explain", &google(2, 2), &path(&folder, "gemini")], &[], "");
    assert!(done.err.contains("has 3 tools, and the message is about function 2 of `tools[2]`"), "{}", done.err);
}

#[test]
fn a_tool_without_the_finding_is_not_said_to_have_it() {
    let tools = r#"{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"x":{"type":"integer","multipleOf":5}}}},{"name":"now"}]}"#;
    let folder = folder(&[("t.json", tools.as_bytes())]);
    let file = path(&folder, "t.json");
    for (function, words) in [(0, "finds it in the tools, with the line"), (1, "reports what is rejected in the tools")]
    {
        let message = format!(
            "Unknown name \"multipleOf\" at 'tools[0].function_declarations[{function}].parameters.properties[0].value': Cannot find field."
        );
        let out = run_with(&["explain", &message, &file], &[], "").out;
        assert!(out.contains(&format!("# {words}")), "{function}: {out}");
    }
}
