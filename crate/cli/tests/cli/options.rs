use serde_json::json;

use crate::{json, run};

/// A tool that cannot be given arguments, and one that loses little.
const TOOLS: &str = r#"[{"name":"bad","inputSchema":{"type":"array","items":{"type":"string"}}},
    {"name":"good","inputSchema":{"type":"object","properties":
        {"m":{"type":"object","additionalProperties":{"type":"integer"}},"t":{"type":"string","title":"T"}}}}]"#;

/// A request with a call of a tool that it declares, and with a response schema.
const REQUEST: &str = r#"{"contents":[{"role":"model","parts":[{"functionCall":{"name":"a/b","args":{"m":{"k":1}}}}]}],
    "toolConfig":{"functionCallingConfig":{"allowedFunctionNames":["a/b"]}},
    "tools":[{"functionDeclarations":[{"name":"a/b","parameters":{"type":"object","properties":
        {"m":{"type":"object","additionalProperties":{"type":"integer"}}}}}]}],
    "generationConfig":{"responseSchema":{"type":"object","properties":{"a":{"const":"x"}}}}}"#;

fn names(declarations: &str) -> Vec<String> {
    let declarations = json(declarations);
    let list = declarations.as_array().expect("declarations");
    list.iter().map(|declaration| declaration["name"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn one_bad_tool_is_kept_left_out_or_stops_the_rest() {
    let kept = run("transform", TOOLS);
    assert_eq!((kept.code, names(&kept.out)), (0, vec!["bad".to_owned(), "good".to_owned()]));
    let omitted = run("transform --on-error omit", TOOLS);
    assert_eq!((omitted.code, names(&omitted.out)), (1, vec!["good".to_owned()]));
    assert!(omitted.err.contains("1 tool omitted: bad"), "{}", omitted.err);
    let thrown = run("transform --on-error throw", TOOLS);
    assert_eq!((thrown.code, thrown.out.as_str()), (1, ""));
    assert!(thrown.err.contains("error[GS054]: bad: "), "{}", thrown.err);
}

#[test]
fn a_target_may_take_less() {
    let field = |options: &str| json(&run(&format!("transform --target gemini-api {options}"), TOOLS).out)[1].clone();
    assert_eq!(field("")["parameters"]["properties"]["t"]["title"], "T");
    assert_eq!(field("--drop title,default")["parameters"]["properties"]["t"], json!({"type": "string"}));
    assert_eq!(field("--max-depth 1")["parameters"]["properties"].get("m"), None);
    let upper = TOOLS.replace("object", "OBJECT");
    let lower = json(&run("transform --target gemini-api --lower-case", upper).out);
    assert_eq!(lower[1]["parameters"]["type"], "object");
    let long = r#"{"name":"a_rather_long_name","inputSchema":{"type":"object"}}"#;
    let declared = json(&run("transform --max-name 16", long).out)["name"].clone();
    assert_eq!(declared.as_str().map(str::len), Some(16));
}

#[test]
fn what_no_target_can_take_away_is_wrong_usage() {
    for arguments in ["--drop type", "--drop nothing", "--max-depth 0", "--max-name 7", "--surface nowhere", "--role x"]
    {
        let done = run(&format!("transform {arguments}"), TOOLS);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments}");
    }
}

#[test]
fn a_keyword_that_is_not_known_is_told_from_one_that_is_needed() {
    let said = |keyword: &str| run(&format!("transform --drop {keyword}"), TOOLS).err;
    let unknown = said("maxlenght");
    assert!(unknown.contains("\"maxlenght\" is not a known keyword; like it: maxLength"), "{unknown}");
    let bogus = said("bogus");
    assert!(bogus.contains("\"bogus\" is not a known keyword\n"), "{bogus}");
    let needed = said("type");
    assert!(needed.contains("\"type\" is not a keyword that can be dropped; all but these can: type, "), "{needed}");
}

#[test]
fn auto_goes_by_surface_and_model_and_says_why() {
    let by_json_schema = |options: &str| {
        let declarations = json(&run(&format!("transform --target auto {options}"), TOOLS).out);
        declarations[1].get("parametersJsonSchema").is_some()
    };
    assert!(by_json_schema(""));
    assert!(!by_json_schema("--surface live"));
    assert!(!by_json_schema("--model gemini-2.0-flash"));
    let told = run("check --target auto --surface live", TOOLS);
    assert!(told.out.contains("\n  for gemini: the Live API takes only `parameters`\n"), "{}", told.out);
    let told = run(
        "check --target auto",
        r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}"#,
    );
    assert!(told.out.contains("\nt is compatible\n  for gemini-json-schema: "), "{}", told.out);
    let report = json(&run("check --json --target auto", TOOLS).out);
    assert_eq!(report["tools"][1]["target"], "gemini-json-schema");
    assert!(report["tools"][1]["chosen"].is_string());
}

#[test]
fn an_answer_may_be_of_any_type() {
    let list = r#"{"type":"array","items":{"type":"string"}}"#;
    assert_eq!(
        json(&run("transform --role response", list).out),
        json!({"type": "ARRAY", "items": {"type": "STRING"}})
    );
}

#[test]
fn a_request_is_changed_as_a_whole() {
    let done = run("transform --mode round-trip", REQUEST);
    assert_eq!(done.code, 0);
    let request = json(&done.out);
    let declared = &request["tools"][0]["functionDeclarations"][0]["name"];
    let call = &request["contents"][0]["parts"][0]["functionCall"];
    assert_ne!(declared, "a/b");
    assert_eq!(&call["name"], declared);
    assert_eq!(call["args"], json!({"m": [{"key": "k", "value": 1}]}));
    assert_eq!(request["toolConfig"]["functionCallingConfig"]["allowedFunctionNames"], json!([declared]));
    assert_eq!(request["generationConfig"]["responseSchema"]["properties"]["a"]["enum"], json!(["x"]));
    let indented = run("transform --mode round-trip --indent 1", REQUEST);
    assert!(indented.out.starts_with("{\n \"contents\""), "{}", indented.out);
    assert_eq!(json(&indented.out), request);
}

#[test]
fn a_request_of_openai_that_stays_one_is_changed_as_a_whole() {
    let tools = r#""tools":[{"type":"function","function":{"name":"a/b","parameters":{"type":"object","properties":{"t":{"const":"x"}}}}}]"#;
    let chat = format!(r#"{{"messages":[],{tools},"tool_choice":{{"function":{{"name":"a/b"}}}}}}"#);
    let request = json(&run("transform --emit same", chat.as_str()).out);
    let declared = &request["tools"][0]["function"];
    assert_ne!(declared["name"], "a/b");
    assert_eq!(request["tool_choice"]["function"]["name"], declared["name"]);
    assert_eq!(declared["parameters"]["properties"]["t"], json!({"type": "string", "enum": ["x"]}));
    // Tools in OpenAI's format are recognized without `messages`, too.
    let other = json(&run("transform --emit same", format!("{{{tools}}}")).out);
    assert_eq!(other["tools"], request["tools"]);
    assert_eq!(json(&run("transform", chat).out)[0]["parameters"]["type"], "OBJECT");
}

#[test]
fn a_request_is_checked_as_a_whole() {
    let report = json(&run("check --json", REQUEST).out);
    let response = report["issues"].as_array().expect("issues").iter().find(|issue| issue["code"] == "GS011");
    assert_eq!(response.expect("of the answer")["pointer"], "/generationConfig/responseSchema/properties/a/const");
}
