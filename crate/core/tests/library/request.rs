//! Whole requests: what changes in them, and that nothing else does.

use lapidary::{
    GEMINI, GEMINI_API, Mode, OPENAI_STRICT, Options, Severity, TARGETS, normalize_request, restore_response,
};
use serde_json::json;

use crate::{codes, declared, normalize, value};

const CLEAN: &str = r#"{ "contents" : [{"role":"user","parts":[{"text":"é \u00e9 \ud83d\ude00"}]},
    {"role":"model","parts":[{"functionCall":{"name":"add","args":{"n": 1.0}},"thoughtSignature":"AA=="}]},
    {"role":"user","parts":[{"functionResponse":{"name":"add","response":{"result": 2}}}]}],
  "tools": [ {"googleSearch": {}}, {"functionDeclarations": [{"name":"add","description":"d",
    "parameters":{"type":"OBJECT","properties":{"n":{"type":"INTEGER"}}},
    "response":{"type":"INTEGER"}}]} ],
  "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["add", "else"]}},
  "generationConfig": {"temperature": 1e0, "responseSchema": {"type":"ARRAY","items":{"type":"STRING"}}},
  "x-unknown": [1, 2, null] }
"#;

#[test]
fn a_request_that_needs_nothing_keeps_its_bytes() {
    let count = format!(r#"{{"generateContentRequest": {CLEAN}}}"#);
    let code_assist = format!(r#"{{"model": "m", "project": "p", "request": {CLEAN}}}"#);
    let bodies = [
        CLEAN,
        &count,
        &code_assist,
        "{}",
        r#"{"contents":[]}"#,
        r#"{"tools": [], "contents": 5, "toolConfig": null}"#,
    ];
    for body in bodies {
        for target in [GEMINI, GEMINI_API] {
            for mode in [Mode::DropIn, Mode::RoundTrip] {
                let options = Options::new(&target).mode(mode);
                let request = normalize_request(body, &options);
                assert_eq!(request.body, body, "{}", target.id);
                assert!(request.issues.is_empty(), "{:?}", request.issues);
                assert!(mode == Mode::RoundTrip || request.codecs.is_empty());
            }
        }
    }
}

const RENAMED: &str = r#"{"contents":[
  {"role":"model","parts":[{"thoughtSignature":"c2ln","functionCall":{"id":"1","name":"github/search","args":{"q": "x"}}},
    {"functionCall":{"name":"other","args":{}}}]},
  {"role":"user","parts":[{"functionResponse":{"id":"1","name":"github/search","response":{"result":"github/search"}}}]}],
  "tools":[{"functionDeclarations":[{"name":"github/search","parameters":{"type":"OBJECT","properties":{"q":{"type":"STRING"}}}}]}],
  "toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["github/search", "other"]}}}"#;

#[test]
fn a_name_is_the_same_wherever_it_stands() {
    let request = normalize(RENAMED);
    let declared = declared(&request);
    let expected = RENAMED
        .replace(r#""name":"github/search""#, &format!(r#""name":"{declared}""#))
        .replace(r#"["github/search""#, &format!(r#"["{declared}""#));
    assert_eq!(request.body, expected);
    assert_eq!(codes(&request), [""; 0]);
}

#[test]
fn both_spellings_of_fields_are_read() {
    let request = normalize(
        r#"{"contents":[{"parts":[{"function_call":{"name":"a b"}},{"function_response":{"name":"a b"}}]}],
        "tools":[{"function_declarations":[{"name":"a b","parameters_json_schema":{"type":"object","properties":{"n":{"type":"null"}}}}]}],
        "tool_config":{"function_calling_config":{"allowed_function_names":["a b"]}},
        "generation_config":{"response_json_schema":{"type":"integer","exclusiveMinimum":0}}}"#,
    );
    let declared = declared(&request);
    assert_eq!(request.body.matches(&format!("\"{declared}\"")).count(), 4, "{}", request.body);
    assert_eq!(request.body.matches("a b").count(), 0);
    let config = &value(&request.body)["generation_config"];
    assert_eq!(*config, json!({"responseSchema": {"type": "INTEGER", "minimum": 1}}));
}

#[test]
fn tools_that_are_doubled_or_empty_go_and_the_config_with_the_last() {
    let tool = r#"{"functionDeclarations":[{"name":"a","description":"d"}]}"#;
    let body = format!(
        r#"{{"tools":[{tool},{tool}, {tool},{{"functionDeclarations":[]}}],"toolConfig":{{"functionCallingConfig":{{}}}}}}"#
    );
    let request = normalize(&body);
    assert_eq!(request.body, format!(r#"{{"tools":[{tool}],"toolConfig":{{"functionCallingConfig":{{}}}}}}"#));
    assert_eq!(codes(&request), ["GS057", "GS057", "GS057"]);
    assert_eq!(normalize(&request.body).body, request.body);
}

#[test]
fn a_config_without_functions_goes() {
    let config = r#""functionCallingConfig":{"mode":"AUTO"}"#;
    for (body, expected) in [
        (
            format!(r#"{{"tools":[{{"googleSearch":{{}}}}], "toolConfig":{{{config}}}}}"#),
            r#"{"tools":[{"googleSearch":{}}]}"#,
        ),
        (
            format!(r#"{{"tools":[{{"functionDeclarations":[]}}],"toolConfig":{{"retrievalConfig":{{}}, {config}}}}}"#),
            r#"{"tools":[],"toolConfig":{"retrievalConfig":{}}}"#,
        ),
        (format!(r#"{{"toolConfig":{{{config}}},"contents":[]}}"#), r#"{"contents":[]}"#),
    ] {
        let request = normalize(&body);
        assert_eq!(request.body, expected);
        let issue = request.issues.last().expect("it is told");
        assert_eq!((issue.code.as_str(), issue.severity), ("config-without-declarations", Severity::Error));
        assert_eq!(issue.refusal.as_deref(), Some("Function calling config is set without function_declarations."));
        assert_eq!(issue.pointer, "/toolConfig/functionCallingConfig");
    }
    for kept in [
        format!(r#"{{"tools":[{{"computerUse":{{}}}}],"toolConfig":{{{config}}}}}"#),
        format!(r#"{{"cachedContent":"cachedContents/1","toolConfig":{{{config}}}}}"#),
    ] {
        assert_eq!(normalize(&kept).body, kept);
    }
}

#[test]
fn functions_that_are_left_out_are_not_allowed_either() {
    let declarations: Vec<String> = (0..513)
        .map(|at| {
            format!(r#"{{"name":"f{at}","parameters":{{"type":"OBJECT","properties":{{"a":{{"type":"STRING"}}}}}}}}"#)
        })
        .collect();
    let body = format!(
        r#"{{"tools":[{{"functionDeclarations":[{}]}}],"toolConfig":{{"functionCallingConfig":{{"allowedFunctionNames":["f1","f512"]}}}}}}"#,
        declarations.join(",")
    );
    let request = normalize(&body);
    assert!(request.body.ends_with(r#""allowedFunctionNames":["f1"]}}}"#));
    assert_eq!(codes(&request), ["allowed-name"]);
    assert_eq!(request.issues[0].pointer, "/toolConfig/functionCallingConfig/allowedFunctionNames/1");
}

#[test]
fn two_functions_of_one_name_are_allowed_together() {
    let declaration =
        |kind| format!(r#"{{"name":"f","parameters":{{"type":"OBJECT","properties":{{"a":{{"type":"{kind}"}}}}}}}}"#);
    let body = format!(
        r#"{{"contents":[{{"parts":[{{"functionCall":{{"name":"f"}}}}]}}],"tools":[{{"functionDeclarations":[{},{}]}}],
        "toolConfig":{{"functionCallingConfig":{{"allowedFunctionNames":["f","f"]}}}}}}"#,
        declaration("STRING"),
        declaration("NUMBER")
    );
    let request = value(&normalize(&body).body);
    assert_eq!(request["toolConfig"]["functionCallingConfig"]["allowedFunctionNames"], json!(["f", "f_2", "f"]));
    assert_eq!(request["contents"][0]["parts"][0]["functionCall"]["name"], "f");
}

#[test]
fn a_response_that_holds_a_reference_is_sent_as_text() {
    let response = |response: &str| {
        let body =
            format!(r#"{{"contents":[{{"role":"user","parts":[{{"functionResponse":{{"name":"f",{response}}}}}]}}]}}"#);
        let request = normalize(&body);
        let issues = request.issues.len();
        assert_eq!(request.body == body, issues == 0);
        assert!(
            request
                .issues
                .iter()
                .all(|issue| issue.code.as_str() == "function-response-ref" && issue.refusal.is_some())
        );
        value(&request.body)["contents"][0]["parts"][0]["functionResponse"]["response"].clone()
    };
    assert_eq!(response(r##""response":{"$ref": "#/$defs/X"}"##), json!({"output": "{\"$ref\":\"#/$defs/X\"}"}));
    assert_eq!(
        response(r#""response":{"result": {"a": [{"$ref": 1}]}, "error": "$ref", "list": ["$ref"]}"#),
        json!({"result": "{\"a\":[{\"$ref\":1}]}", "error": "$ref", "list": ["$ref"]})
    );
    let attached = r#""response":{"image": {"$ref": "a.png"}},"parts":[{"inlineData":{"displayName":"a.png"}}]"#;
    assert_eq!(response(attached), json!({"image": {"$ref": "a.png"}}));
}

#[test]
fn a_response_that_is_no_object_becomes_one() {
    let body = |key: &str, response: &str| {
        format!(r#"{{"contents":[{{"role":"user","parts":[{{"{key}":{{"name":"f","response":{response}}}}}]}}]}}"#)
    };
    for (given, sent) in [
        (r#"[{"id": 1}, 1.0]"#, r#"{"output":[{"id": 1}, 1.0]}"#),
        ("[]", r#"{"output":[]}"#),
        (r#""done""#, r#"{"output":"done"}"#),
        ("1e400", r#"{"output":1e400}"#),
        ("false", r#"{"output":false}"#),
        (r#"[{"$ref": 1}]"#, r#"{"output":"[{\"$ref\":1}]"}"#),
    ] {
        for key in ["functionResponse", "function_response"] {
            let request = normalize(&body(key, given));
            assert_eq!(request.body, body(key, sent));
            assert_eq!(codes(&request), ["function-response-value"]);
        }
    }
    for same in ["{}", "null", r#"{"output": []}"#] {
        let request = normalize(&body("functionResponse", same));
        assert_eq!((request.body, request.issues.len()), (body("functionResponse", same), 0));
    }
}

#[test]
fn what_a_function_answers_is_lowered_too() {
    let body = |response: &str| {
        format!(r#"{{"tools":[{{"functionDeclarations":[{{"name":"f","description":"d",{response}}}]}}]}}"#)
    };
    let answer = |response: &str| {
        let request = normalize(&body(response));
        assert!(!request.tools[0].report.issues.is_empty());
        value(&request.body)["tools"][0]["functionDeclarations"][0].clone()
    };
    let strings = json!({"type": "ARRAY", "items": {"type": "STRING"}});
    for (before, after) in [
        (r#""response":{"type":"array","items":{"type":"string"}}"#, &strings),
        (
            r##""responseJsonSchema":{"type":"array","items":{"$ref":"#/$defs/a"},"$defs":{"a":{"type":"string"}}}"##,
            &strings,
        ),
        (
            r#""response":{"type":"STRING","const":"a"},"response_json_schema":{}"#,
            &json!({"type": "STRING", "enum": ["a"]}),
        ),
    ] {
        assert_eq!(answer(before), json!({"name": "f", "description": "d", "response": after}));
    }
}

#[test]
fn response_schemas_are_lowered_whatever_their_root() {
    let config = |body: &str| {
        let request = normalize(&format!(r#"{{"generationConfig":{body}}}"#));
        assert!(!request.issues.is_empty(), "{body}");
        value(&request.body)["generationConfig"].clone()
    };
    let list = r##"{"type":"array","items":{"$ref":"#/$defs/a"},"$defs":{"a":{"type":"object","properties":{"x":{"type":["string","null"]}}}}}"##;
    let lowered = json!({"type": "ARRAY", "items": {"type": "OBJECT", "properties": {"x": {"type": "STRING", "nullable": true}}}});
    for field in ["responseSchema", "response_schema"] {
        assert_eq!(config(&format!(r#"{{"seed":1,"{field}":{list}}}"#)), json!({"seed": 1, field: lowered}));
    }
    for field in ["responseJsonSchema", "_responseJsonSchema", "response_json_schema"] {
        assert_eq!(config(&format!(r#"{{"{field}":{list}}}"#)), json!({"responseSchema": lowered}));
    }
    assert_eq!(
        config(r#"{"responseSchema":{"type":"STRING"},"responseJsonSchema":{"type":"string"}}"#),
        json!({"responseSchema": {"type": "STRING"}})
    );
}

#[test]
fn what_the_api_says_of_a_response_schema_names_its_field() {
    let schema = r#"{"type":"OBJECT","properties":{"a":{"type":"STRING","const":"x"},"b":{"type":"ARRAY"}}}"#;
    let request = normalize(&format!(r#"{{"contents":[],"generationConfig":{{"responseSchema":{schema}}}}}"#));
    let said: Vec<_> = request.issues.iter().filter_map(|issue| issue.refusal.as_deref()).collect();
    let at = "generation_config.response_schema";
    assert!(said.iter().all(|text| text.contains(at) && !text.contains("function_declarations")), "{said:?}");
    let unknown = format!(
        "Invalid JSON payload received. Unknown name \"const\" at '{at}.properties[0].value': Cannot find field."
    );
    assert!(said.contains(&unknown.as_str()), "{said:?}");
}

#[test]
fn nothing_is_coded_where_the_request_is_gone() {
    let options = Options::default().mode(Mode::RoundTrip);
    let drop_in = normalize(RENAMED).body;
    for (before, after) in [
        (r#"{"requests":[{"request":"#, "}]}"),
        (r#"{"batch":{"input_config":{"requests":{"requests":[{"metadata":{"key":"1"},"request":"#, "}]}}}}"),
        (r#"{"key":"1","request":"#, "}"),
    ] {
        let request = normalize_request(&format!("{before}{RENAMED}{after}"), &options);
        assert_eq!(request.body, format!("{before}{drop_in}{after}"));
        assert_eq!(codes(&request), ["lost-request"]);
        assert_eq!(request.codecs.iter().count(), 1);
    }
    let counted = normalize_request(r#"{"request":{"model":"models/m","contents":[]}}"#, &options);
    assert_eq!(codes(&counted), [""; 0]);
    let cached = RENAMED.replacen('{', r#"{"ttl":"300s","#, 1);
    let request = normalize_request(&cached, &options);
    assert_eq!((codes(&request), request.issues[0].severity), (vec!["lost-request"], Severity::Info));
    let request = normalize(r#"{"cachedContent":"cachedContents/1","contents":[]}"#);
    assert_eq!(codes(&request), ["cached-tools"]);
}

#[test]
fn code_assist_answers_at_once() {
    let options = Options::default().mode(Mode::RoundTrip);
    let sent = normalize_request(RENAMED, &options).body;
    for named in [r#""model":"m","#, r#""project":"p","#, r#""user_prompt_id":"1","model":"m","#] {
        let body = |request: &str| format!(r#"{{{named}"request":{request}}}"#);
        let request = normalize_request(&body(RENAMED), &options);
        assert_eq!((request.body.as_str(), codes(&request)), (body(&sent).as_str(), vec![]));
    }
    // `countTokens` has the model inside, which a line of a batch file may have as well.
    let named = |request: &str| request.replacen('{', r#"{"model":"models/m","#, 1);
    let counted = normalize_request(&format!(r#"{{"request":{}}}"#, named(RENAMED)), &options);
    assert_eq!((counted.body.as_str(), codes(&counted)), (&*format!(r#"{{"request":{}}}"#, named(&sent)), vec![]));
    let line = normalize_request(&format!(r#"{{"key":"1","request":{}}}"#, named(RENAMED)), &options);
    assert_eq!(codes(&line), ["lost-request"]);
}

#[test]
fn places_are_of_the_whole_body() {
    let body = "{\"generateContentRequest\":\n {\"tools\":[{\"functionDeclarations\":[{\"name\":\"f\",\"parameters\":\n  {\"type\":\"OBJECT\",\"$schema\":\"é\"}}]}]}}";
    let request = normalize(body);
    let issue =
        request.tools[0].report.issues.iter().find(|issue| issue.code.as_str() == "GS004").expect("it is found");
    assert_eq!(issue.pointer, "/generateContentRequest/tools/0/functionDeclarations/0/parameters/$schema");
    assert_eq!((issue.line, issue.column), (3, 20));
}

#[test]
fn what_is_no_request_comes_back() {
    for (body, code) in [("{\"a\":", "invalid-json"), ("[]", "no-request"), ("5", "no-request"), ("", "invalid-json")] {
        let request = normalize(body);
        assert_eq!((request.body.as_str(), codes(&request)), (body, vec![code]));
    }
}

/// Searched through for each use, the functions of the name would take four billion steps.
#[test]
fn a_name_of_many_functions_is_found_at_once() {
    const MANY: usize = 60_000;
    let list = |text: &str| vec![text; MANY].join(",");
    let body = format!(
        r#"{{"tools":[{{"functionDeclarations":[{}]}}],"contents":[{{"parts":[{}]}}]}}"#,
        list(r#"{"name":"f"}"#),
        list(r#"{"functionResponse":{"name":"f"}}"#)
    );
    let request = normalize(&body);
    assert!(request.body.ends_with(r#"{"functionResponse":{"name":"f"}}]}]}"#), "{:.200}", request.body);
}

#[test]
fn hostile_bodies_get_an_answer() {
    let nested = "[".repeat(100_000) + &"]".repeat(100_000);
    let objects = r#"{"$ref":"#.repeat(100_000) + "1" + &"}".repeat(100_000);
    let mut bodies: Vec<String> = vec![nested.clone(), objects.clone()];
    for value in ["5", "null", "\"x\"", "[]", "{}", "[[]]", "[{}]", "[null,5]", nested.as_str(), objects.as_str()] {
        for field in
            ["contents", "tools", "toolConfig", "generationConfig", "request", "requests", "generateContentRequest"]
        {
            bodies.push(format!(r#"{{"{field}":{value}}}"#));
        }
        bodies.push(format!(
            r#"{{"contents":[{{"parts":[{{"functionCall":{value}}},{{"functionResponse":{value}}},{value}]}}]}}"#
        ));
        bodies.push(format!(r#"{{"contents":{{"parts":{{"functionResponse":{{"name":{value},"response":{{"a":{value}}},"parts":{value}}}}}}}}}"#));
        bodies
            .push(format!(r#"{{"tools":[{{"functionDeclarations":{value}}},{{"functionDeclarations":[{value}]}}]}}"#));
        bodies.push(format!(r#"{{"tools":[{{"functionDeclarations":[{{"name":{value},"response":{value}}}]}}]}}"#));
        bodies.push(format!(r#"{{"tools":{{"functionDeclarations":[{{"name":"f","response":{value}}}]}},"toolConfig":{{"functionCallingConfig":{value}}}}}"#));
        bodies.push(format!(r#"{{"generationConfig":{{"responseSchema":{value},"responseJsonSchema":{value},"responseFormat":[{{"text":{{"schema":{value}}}}}]}}}}"#));
    }
    for body in &bodies {
        for target in TARGETS {
            let request = normalize_request(body, &Options::new(target).mode(Mode::RoundTrip));
            let readable = lapidary::internal::read(&request.body).is_ok();
            assert!(readable, "{} made of {body:.200}", &request.body[..request.body.len().min(300)]);
            let _ = restore_response(&request.codecs, body);
        }
    }
}

/// OpenAI's declarations have no place in a request to Gemini, which works without them.
#[test]
fn a_request_to_gemini_is_left_unchanged_for_a_target_of_openai() {
    let request = r#"{"contents":[],"tools":[{"functionDeclarations":[{"name":"a","parametersJsonSchema":{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"additionalProperties":false}}]}]}"#;
    for mode in [Mode::DropIn, Mode::RoundTrip] {
        let done = normalize_request(request, &Options::new(&OPENAI_STRICT).mode(mode));
        assert_eq!(done.body, request);
        assert_eq!(done.issues.iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["other-provider"]);
    }
}
