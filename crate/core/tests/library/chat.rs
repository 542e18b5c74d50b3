//! Requests and answers in OpenAI's format: what changes in them, and that nothing else does.

use lapidary::{
    AUTO, Codec, Codecs, GEMINI, GEMINI_API, Mode, NormalizedRequest, Normalizer, OPENAI_STRICT, OnError, Options,
    Rule, Severity, TARGETS, UNIVERSAL, VERTEX_AI, internal::Code, normalize_request, restore_response,
};
use serde_json::{Value, json};

use crate::{codes, declared, normalize, value};

pub(crate) fn round_trip(body: &str) -> NormalizedRequest {
    normalize_request(body, &Options::default().mode(Mode::RoundTrip))
}

/// A function whose name Gemini rejects, with a map, which `parameters` cannot express.
const ENV: &str = r#"{"type":"function","function":{"name":"env/set","description":"d","parameters":{"type":"object","properties":{"vars":{"type":"object","additionalProperties":{"type":"string"}}}},"strict":false}}"#;

fn body(tools: &str, more: &str) -> String {
    format!(r#"{{"model":"gemini-2.5-flash","messages":[{{"role":"user","content":"é"}}],"tools":[{tools}]{more}}}"#)
}

const CLEAN: &str = r#"{ "model": "gemini-2.5-flash", "messages" : [{"role":"user","content":"é \u00e9 \ud83d\ude00"},
    {"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"add",
      "arguments":"{\"n\": 1.0}"},"extra_content":{"google":{"thought_signature":"AA=="}}}, {"id":"2","type":"custom","custom":{"name":"add"}}]},
    {"role":"tool","tool_call_id":"1","name":"add","content":"{\"$ref\": 2}"}],
  "tools": [ {"type":"function","function":{"name":"add","description":"d","strict":true,
    "parameters":{"type":"object",
      "properties":{"n":{"type":"integer"}}}}}, {"type": "web_search"}, {"type":"function","function":{"name":"now"}} ],
  "tool_choice": {"type":"function","function":{"name":"add"}}, "parallel_tool_calls": true, "n": 2, "temperature": 1e0,
  "response_format": {"type":"json_schema","json_schema":{"name":"x","schema":{"type":"array","items":{"type":"string"}}}},
  "stream": true, "stream_options": {"include_usage": true}, "extra_body": {"google": {"thinking_config": {}}}, "x-unknown": [1] }
"#;

#[test]
fn a_request_that_needs_nothing_keeps_its_bytes() {
    for body in
        [CLEAN, r#"{"messages":[]}"#, r#"{"tools": [], "messages": 5}"#, r#"{"messages":[{"role":"tool"}],"ttl":1}"#]
    {
        for target in [GEMINI, GEMINI_API, VERTEX_AI, AUTO] {
            for mode in [Mode::DropIn, Mode::RoundTrip] {
                let request = normalize_request(body, &Options::new(&target).mode(mode));
                assert_eq!(request.body, body, "{}", target.id);
                assert!(request.issues.is_empty(), "{:?}", request.issues);
            }
        }
    }
}

#[test]
fn schemas_are_lowered_where_they_stand() {
    let tools = r#"{"type":"function","function":{"name":"f","parameters": {"type":"object","properties":{"n":{"type":["integer","null"],"exclusiveMinimum":0}},"$schema":"x","additionalProperties":false} ,"strict":true}}"#;
    let more = r#","response_format":{"type":"json_schema","json_schema":{"strict":true,"schema":{"type":"object","properties":{"x":{"const":"a"}},"additionalProperties":false,"required":["x"]}}}"#;
    let request = normalize(&body(tools, more));
    let lowered = body(
        &tools.replace(
            r#"{"type":"object","properties":{"n":{"type":["integer","null"],"exclusiveMinimum":0}},"$schema":"x","additionalProperties":false}"#,
            r#"{"type":"object","properties":{"n":{"type":"integer","nullable":true,"minimum":1}}}"#,
        ),
        &more.replace(
            r#"{"type":"object","properties":{"x":{"const":"a"}},"additionalProperties":false,"required":["x"]}"#,
            r#"{"type":"object","properties":{"x":{"type":"string","enum":["a"]}},"required":["x"]}"#,
        ),
    );
    assert_eq!(request.body, lowered);
    assert!(request.tools[0].report.issues.iter().all(|issue| issue.pointer.starts_with("/tools/0/function/")));
    let format = "/response_format/json_schema/schema";
    assert!(!request.issues.is_empty() && request.issues.iter().all(|issue| issue.pointer.starts_with(format)));
    assert_eq!(normalize(&request.body).body, request.body);
}

#[test]
fn a_target_that_chooses_takes_parameters() {
    let tools = r##"{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}}}"##;
    for model in ["gemini-2.5-flash", "google/gemini-3-pro"] {
        let options = Options::new(&AUTO).model(model.to_owned());
        let request = normalize_request(&body(tools, ""), &options);
        assert_eq!(request.tools[0].report.target, "gemini");
        let parameters = &value(&request.body)["tools"][0]["function"]["parameters"];
        assert_eq!(*parameters, json!({"type": "object", "properties": {"a": {"type": "string"}}}));
    }
}

#[test]
fn a_function_without_parameters_has_none() {
    let tool = r#"{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object","properties":{}}}}"#;
    let request = normalize(&body(tool, ""));
    let bare = tool.replace(r#","parameters":{"type":"object","properties":{}}"#, "");
    assert_eq!(request.body, body(&bare, ""));
    assert_eq!(request.tools[0].report.transforms_applied, ["GS028"]);
}

#[test]
fn names_and_arguments_are_the_same_wherever_they_stand() {
    let turns = r#"[{"role":"assistant","tool_calls":[
        {"id":"1","type":"function","function":{"name":"env/set","arguments":"{\"vars\": {\"é\\n\": \"\\ud83d\\ude00\"}}"},"extra_content":{"google":{"thought_signature":"env/set"}}},
        {"id":"2","function":{"arguments": "","name":"env/set"}}, {"function":{"name":"env/set"}}, {"function":{"name":"other","arguments":"{\"vars\":{}}"}}]},
      {"role":"tool","tool_call_id":"1","name":"env/set","content":"env/set"},{"role":"user","name":"env/set","content":"x"}]"#;
    for choice in [
        r#"{"type": "function", "function": {"name": "env/set"}}"#,
        r#"{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name": "env/set"}},{"type":"function","function":{"name":"other"}}]}}"#,
    ] {
        let before = format!(r#"{{"messages":{turns},"tools":[{ENV}],"tool_choice":{choice}}}"#);
        let request = round_trip(&before);
        let name = declared(&request);
        let coded = turns
            .replace(
                r#"{\"vars\": {\"é\\n\": \"\\ud83d\\ude00\"}}"#,
                r#"{\"vars\": [{\"key\":\"é\\n\",\"value\":\"\\ud83d\\ude00\"}]}"#,
            )
            .replace(r#""name":"env/set","content":"x""#, "USER")
            .replace(r#""name":"env/set""#, &format!(r#""name":"{name}""#))
            .replace("USER", r#""name":"env/set","content":"x""#);
        let after = value(&request.body);
        assert_eq!(after["messages"], value(&coded));
        assert!(request.body.contains(&coded), "{}", request.body);
        assert!(request.body.ends_with(&format!(r#""tool_choice":{}}}"#, choice.replace("env/set", &name))));
        assert_eq!(after["tools"][0]["function"]["name"], Value::from(name));
        assert_eq!(after["tools"][0]["function"]["strict"], false);
        assert_eq!(codes(&request), [""; 0]);
    }
}

#[test]
fn arguments_of_the_history_that_do_not_fit_are_told_and_stay() {
    for arguments in ["{\\\"vars\\\": 5}", "{\\\"vars", "[]", "5"] {
        let turns =
            format!(r#""messages":[{{"tool_calls":[{{"function":{{"name":"env/set","arguments":"{arguments}"}}}}]}}]"#);
        let request = round_trip(&format!(r#"{{{turns},"tools":[{ENV}]}}"#));
        assert!(request.body.contains(&format!(r#""arguments":"{arguments}""#)), "{}", request.body);
        assert_eq!(codes(&request), ["misfit"]);
        assert!(request.issues[0].pointer.starts_with("/messages/0/tool_calls/0/function/arguments"));
    }
}

#[test]
fn functions_that_are_left_out_are_not_chosen_either() {
    let tool = |name: &str, schema: &str| {
        format!(r#"{{"type":"function","function":{{"name":"{name}","parameters":{schema}}}}}"#)
    };
    let tools =
        [tool("a", r#"{"type":"string"}"#), tool("b", r#"{"type":"object","properties":{"x":{"type":"string"}}}"#)];
    let choice = |choice: &str| {
        let body = body(&tools.join(","), &format!(r#","tool_choice":{choice}"#));
        let request = Normalizer::new(Options::default()).on_error(OnError::Omit).normalize(&body);
        assert_eq!(value(&request.body)["tools"].as_array().map(Vec::len), Some(1));
        (
            value(&request.body)["tool_choice"].clone(),
            request.issues.iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(),
        )
    };
    let one = |name| json!({"type": "function", "function": {"name": name}});
    assert_eq!(choice(&one("a").to_string()), (Value::Null, vec!["allowed-name"]));
    assert_eq!(choice(&one("b").to_string()), (one("b"), vec![]));
    assert_eq!(choice(r#""required""#), (json!("required"), vec![]));
    let several = |tools| json!({"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": tools}});
    assert_eq!(
        choice(&several([one("a"), one("b")].to_vec()).to_string()),
        (several([one("b")].to_vec()), vec!["allowed-name"])
    );
    let request = Normalizer::new(Options::default()).on_error(OnError::Throw).normalize(&body(&tools[0], ""));
    assert_eq!(
        (request.body, request.issues[0].pointer.as_str()),
        (body(&tools[0], ""), "/tools/0/function/parameters/type")
    );
}

#[test]
fn a_choice_without_functions_goes() {
    for (before, after) in [
        (r#"{"messages":[],"tools":[],"tool_choice":"auto"}"#, r#"{"messages":[],"tools":[]}"#),
        (r#"{"tool_choice":"none","messages":[]}"#, r#"{"messages":[]}"#),
    ] {
        let request = normalize(before);
        assert_eq!(request.body, after);
        assert_eq!(
            (request.issues[0].code.as_str(), request.issues[0].severity),
            ("config-without-declarations", Severity::Error)
        );
        assert_eq!(request.issues[0].pointer, "/tool_choice");
    }
    for kept in [
        r#"{"messages":[],"tool_choice":"auto","extra_body":{"google":{"tools":[{"computer_use":{}}]}}}"#,
        r#"{"messages":[],"tool_choice":"auto","extra_body":{"google":{"cached_content":"cachedContents/1"}}}"#,
    ] {
        assert_eq!(normalize(kept).body, kept);
    }
    assert_eq!(
        codes(&normalize(r#"{"messages":[],"extra_body":{"google":{"cached_content":"c"}}}"#)),
        ["cached-tools"]
    );
}

#[test]
fn functions_in_words_of_gemini_are_lowered_too() {
    let native = r#"{"functionDeclarations":[{"name":"a b","parameters":{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}}}}}]}"#;
    let before = body(
        r#"{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"x":{"type":"string"}}}}}"#,
        &format!(
            r#","tool_choice":{{"type":"function","function":{{"name":"a b"}}}},"extra_body":{{"google":{{"tools":[{native}]}}}}"#
        ),
    );
    let request = round_trip(&before);
    let (after, name) = (value(&request.body), declared(&request));
    assert_eq!(after["tool_choice"]["function"]["name"], Value::from(name.clone()));
    let declaration = &after["extra_body"]["google"]["tools"][0]["functionDeclarations"][0];
    assert_eq!(declaration["name"], Value::from(name));
    assert_eq!(declaration["parameters"]["type"], "OBJECT");
    assert_eq!(after["tools"], value(&before)["tools"]);
    assert_eq!(request.tools.len(), 2);
}

#[test]
fn the_older_functions_stay_and_are_told() {
    let body = format!(
        r#"{{"messages":[{{"role":"assistant","function_call":{{"name":"env/set","arguments":"{{}}"}}}}],"functions":[{{"name":"env/set","parameters":{{"type":"array"}}}}],"function_call":{{"name":"env/set"}},"tools":[{ENV}]}}"#
    );
    let request = normalize(&body);
    assert_eq!((codes(&request), request.issues[0].pointer.as_str()), (vec!["legacy-functions"], "/functions"));
    let (before, after) = (value(&body), value(&request.body));
    for member in ["messages", "functions", "function_call"] {
        assert_eq!(after[member], before[member]);
    }
    let answer = r#"{"choices":[{"message":{"function_call":{"name":"f_1","arguments":"{\"m\":[]}"}},"delta":{"function_call":{"name":"f_1"}}}]}"#;
    assert_eq!(restore_response(&codecs(), answer).body, answer);
}

#[test]
fn other_formats_are_left_alone() {
    for body in [
        r#"{"model":"claude","messages":[],"tools":[{"name":"a/b","input_schema":{"type":"array"}}]}"#,
        r#"{"input":"hi","tools":[{"type":"function","name":"a/b","parameters":{"type":"array"}}]}"#,
        r#"{"contents":[],"messages":[],"tools":[{"type":"function","function":{"name":"a/b"}}]}"#,
        r#"{"model":"claude","messages":[],"tools":[{"name":"f","input_schema":{}}],"tool_choice":{"type":"any"}}"#,
        r#"{"model":"m","messages":[],"tools":[{"type":"openrouter:web_search"}],"tool_choice":"required"}"#,
    ] {
        let request = normalize(body);
        assert_eq!((request.body.as_str(), codes(&request)), (body, vec![]));
    }
    assert_eq!(codes(&normalize(r#"{"messages": ["#)), ["invalid-json"]);
}

/// The model made the call when an earlier request declared the function, under a name that the target takes.
#[test]
fn calls_of_functions_that_are_no_longer_declared_keep_their_declared_name() {
    let with = |tools: &str| {
        format!(
            r#"{{"messages":[{{"role":"assistant","tool_calls":[{{"id":"1","type":"function","function":{{"name":"a/b","arguments":"{{}}"}}}}]}},{{"role":"tool","tool_call_id":"1","name":"a/b","content":""}}]{tools}}}"#
        )
    };
    let declared = normalize(&with(r#","tools":[{"type":"function","function":{"name":"a/b"}}]"#));
    let name = declared.codecs.iter().next().expect("a codec").0.to_owned();
    let later = normalize(&with(r#","tools":[{"type":"function","function":{"name":"c"}}]"#));
    assert_eq!(later.body.matches(&format!(r#""name":"{name}""#)).count(), 2, "{}", later.body);
    let unnamed = Options::default().without(Rule::find("GS043").expect("a rule"));
    assert!(!normalize_request(&with(""), &unnamed).body.contains(&name));
}

/// The codecs of `f_1`, whose own name is `f/1`, and of `g`, in both of which `m` is a map, and of `r_1`, which is only
/// renamed.
fn codecs() -> Codecs {
    let coded = |name: &str, declared: &str| {
        let codec = format!(
            r#"{{"version":1,"name":"{name}","declared":"{declared}","arguments":{{"object":{{"properties":{{"m":{{"entries":{{}}}}}}}}}}}}"#
        );
        (declared.to_owned(), Codec::from_json(&codec).expect("it is a codec"))
    };
    let renamed = Codec::new(Some(("r/1".to_owned(), "r_1".to_owned())));
    Codecs::new([coded("f/1", "f_1"), coded("g", "g"), ("r_1".to_owned(), renamed)])
}

#[test]
fn calls_of_an_answer_are_restored_and_all_else_stays() {
    let answer = |calls: [&str; 4]| {
        let [first, second, third, fourth] = calls;
        format!(
            r#"{{ "id": "f_1", "choices": [{{"index": 0, "finish_reason": "tool_calls", "message": {{"role":"assistant","content":null,"tool_calls":[
  {{"id":"f_1","type":"function","function":{first},"extra_content":{{"google":{{"thought_signature":"f_1"}}}}}}, {{"function":{second}}}]}}}},
  {{"index": 1, "message": {{"content":"f_1","toolCalls":[{{"function":{third}}},{{"type":"custom","custom":{{"name":"f_1"}}}},{{"function":{fourth}}}]}}}}], "usage": {{"total_tokens": 1e1}} }}"#
        )
    };
    let sent = answer([
        r#"{"name":"f_1", "arguments":"{\"m\":  [{\"key\": \"\\u00e9\\\"\", \"value\": \"😀\"}], \"n\": 1.0}"}"#,
        r#"{"arguments": "{\"x\": 1.0}","name":"r_1"}"#,
        r#"{"name":"g","arguments":"{}"}"#,
        r#"{"name":"other","arguments":"{\"m\": []}"}"#,
    ]);
    let restored = answer([
        r#"{"name":"f/1", "arguments":"{\"m\":  {\"\\u00e9\\\"\":\"😀\"}, \"n\": 1.0}"}"#,
        r#"{"arguments": "{\"x\": 1.0}","name":"r/1"}"#,
        r#"{"name":"g","arguments":"{}"}"#,
        r#"{"name":"other","arguments":"{\"m\": []}"}"#,
    ]);
    for wrap in [|body: &str| body.to_owned(), |body: &str| format!("[{body},\n{body}]")] {
        let out = restore_response(&codecs(), &wrap(&sent));
        assert_eq!(out.body, wrap(&restored));
        assert!(out.issues.is_empty(), "{:?}", out.issues);
    }
    for same in [r#"[{"error":{"code":400,"message":"f_1"}}]"#, r#"{"choices":[{"message":{"content":"f_1"}}]}"#] {
        assert_eq!(restore_response(&codecs(), same).body, same);
    }
}

#[test]
fn arguments_that_are_no_text_but_the_object_itself_stay_one() {
    for of in ["message", "delta"] {
        let answer = |name: &str, map: &str| {
            let function = format!(r#"{{"name":"{name}","arguments":{{"m": {map}}}}}"#);
            format!(r#"{{"choices":[{{"{of}":{{"tool_calls":[{{"function":{function}}}]}},"finish_reason":"stop"}}]}}"#)
        };
        let out = restore_response(&codecs(), &answer("f_1", r#"[{"key":"a","value":1.0}]"#));
        assert_eq!((out.body, out.issues.len()), (answer("f/1", r#"{"a":1.0}"#), 0));
    }
    let call = r#"{"function":{"name":"env/set","arguments":{"vars":{"a":"b"}}}}"#;
    let request = round_trip(&format!(r#"{{"messages":[{{"tool_calls":[{call}]}}],"tools":[{ENV}]}}"#));
    assert!(request.body.contains(r#""arguments":{"vars":[{"key":"a","value":"b"}]}"#), "{}", request.body);
}

#[test]
fn arguments_that_do_not_fit_come_back_as_they_were() {
    for arguments in [r#"{\"m\": 5}"#, r#"{\"m\": ["#, "5", "null", "[]"] {
        let answer = format!(
            r#"{{"choices":[{{"message":{{"tool_calls":[{{"function":{{"name":"f_1","arguments":"{arguments}"}}}}]}}}}]}}"#
        );
        let out = restore_response(&codecs(), &answer);
        assert_eq!(out.body, answer.replace("f_1", "f/1"));
        assert_eq!(out.issues.len(), 1, "{arguments}");
        assert!(out.issues[0].pointer.starts_with("/choices/0/message/tool_calls/0/function/arguments"));
    }
}

#[test]
fn hostile_bodies_get_an_answer() {
    let nested = "[".repeat(100_000) + &"]".repeat(100_000);
    let text = serde_json::to_string(&nested).expect("it is a text");
    let calls =
        r#"{"choices":[{"delta":{"tool_calls":[{"function":{"name":"f_1","arguments":"{"}}]}}]},"#.repeat(3_000);
    let mut bodies = vec![format!("[{calls}{{}}]")];
    for value in ["5", "null", "\"x\"", "[]", "{}", "[[]]", "[{}]", "[null,5]", r#""{\"m\":[]}""#, &nested, &text] {
        for field in ["tools", "tool_choice", "response_format", "extra_body", "functions", "messages", "choices"] {
            bodies.push(format!(r#"{{"messages":[],"{field}":{value}}}"#));
        }
        bodies.push(format!(r#"{{"messages":[{{"role":{value},"name":{value},"tool_calls":{value}}},{{"role":"tool","name":{value}}}],"tools":[{ENV}],"tool_choice":{{"function":{value},"allowed_tools":{{"tools":[{value}]}}}}}}"#));
        bodies.push(format!(r#"{{"messages":[{{"tool_calls":[{{"function":{value}}},{{"function":{{"name":"env/set","arguments":{value}}}}},{{"function":{{"name":{value},"arguments":"{{}}"}}}}]}}],"tools":[{ENV},{value},{{"type":"function","function":{value}}},{{"type":"function","function":{{"name":"f","parameters":{value}}}}}]}}"#));
        bodies.push(format!(r#"{{"messages":[],"response_format":{{"json_schema":{{"schema":{value}}}}},"extra_body":{{"google":{value}}}}}"#));
        for call in [
            format!(r#"{{"index":{value},"id":{value},"function":{{"name":"f_1","arguments":{value}}}}}"#),
            format!(r#"{{"function":{value}}}"#),
            value.to_owned(),
        ] {
            bodies.push(format!(r#"{{"choices":[{{"index":{value},"finish_reason":{value},"message":{{"tool_calls":[{call}]}},"delta":{{"tool_calls":[{call},{call}]}}}}]}}"#));
        }
    }
    for body in &bodies {
        for target in TARGETS {
            let request = normalize_request(body, &Options::new(target).mode(Mode::RoundTrip));
            assert!(lapidary::internal::read(&request.body).is_ok(), "made of {body:.200}");
        }
        assert!(lapidary::internal::read(&restore_response(&codecs(), body).body).is_ok(), "restored from {body:.200}");
    }
}

#[test]
fn a_code_of_the_root_is_undone_in_text() {
    let mut coded = Codec::new(None);
    coded.arguments = Some(Code::Json.into());
    let codecs = Codecs::new([("f".to_owned(), coded)]);
    let answer = |arguments: &str| {
        json!({"choices": [{"message": {"tool_calls": [{"function": {"name": "f", "arguments": arguments}}]}}]})
            .to_string()
    };
    assert_eq!(restore_response(&codecs, &answer(r#""[1]""#)).body, answer("[1]"));
}

#[test]
fn a_schema_that_is_no_longer_strict_does_not_say_so() {
    let schema =
        r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}"#;
    let function = format!(r#""name":"f","description":"d","strict":true,"parameters":{schema}"#);
    let format = format!(r#"{{"name":"r","strict":true,"schema":{schema}}}"#);
    let bodies = [
        format!(
            r#"{{"model":"m","messages":[],"tools":[{{"type":"function","function":{{{function}}}}}],"response_format":{{"type":"json_schema","json_schema":{format}}}}}"#
        ),
        format!(
            r#"{{"model":"m","input":"x","tools":[{{"type":"function",{function}}}],"text":{{"format":{{"type":"json_schema","name":"r","strict":true,"schema":{schema}}}}}}}"#
        ),
    ];
    for body in bodies {
        let universal = normalize_request(&body, &Options::new(&UNIVERSAL)).body;
        assert_eq!(universal.matches(r#""strict":false"#).count(), 2, "{universal}");
        assert!(!universal.contains("additionalProperties"), "{universal}");
        assert_eq!(normalize_request(&body, &Options::new(&OPENAI_STRICT)).body, body);
        let open = body.replace(r#","additionalProperties":false"#, "");
        assert_eq!(
            normalize_request(&open, &Options::new(&UNIVERSAL)).body,
            open,
            "a schema that stays keeps its mode"
        );
    }
}
