//! Answers to requests: calls are restored, and all else stays.

use lapidary::{
    Codec, Codecs, GEMINI_API, Mode, Options, Restorer, internal::Code, normalize_request, restore_response,
};
use serde_json::json;

/// The codec of `f_1`, whose own name is `f/1`, with this code for its arguments.
fn codecs(code: Option<Code>) -> Codecs {
    let mut codec = Codec::new(Some(("f/1".to_owned(), "f_1".to_owned())));
    codec.arguments = code.map(Into::into);
    Codecs::new([("f_1".to_owned(), codec)])
}

#[test]
fn calls_of_an_answer_are_restored_and_all_else_stays() {
    let answer = r#"{ "candidates": [{"content": {"parts": [{"text": "f_1"},
      {"functionCall": {"name": "f_1", "id": "f_1", "args": {"a":  1}}, "thoughtSignature": "f_1"},
      {"function_call": {"name": "other", "args": {}}}]}}], "usageMetadata": {} }"#;
    let restored = answer.replace(r#""name": "f_1""#, r#""name": "f/1""#);
    let codecs = codecs(None);
    for wrap in [
        |body: &str| body.to_owned(),
        |body: &str| format!("[{body},\n{body}]"),
        |body: &str| format!(r#"{{"response":{body}}}"#),
    ] {
        let out = restore_response(&codecs, &wrap(answer));
        assert_eq!(out.body, wrap(&restored));
        assert!(out.issues.is_empty());
    }
    for same in [r#"{"error":{"code":400,"message":"f_1"}}"#, "<html>", "", "[5,[{}]]"] {
        assert_eq!(restore_response(&codecs, same).body, same);
    }
    assert_eq!(restore_response(&codecs, "<html>").issues[0].code.as_str(), "invalid-json");
}

/// In Gemini's format, arguments are an object whatever the tool takes; in OpenAI's, they are text.
#[test]
fn arguments_of_a_tool_that_takes_no_object_are_a_member_of_one() {
    let options = Options::new(&GEMINI_API).mode(Mode::RoundTrip);
    for (schema, wire, own) in [
        (r#"{"type":"string"}"#, r#""a""#, r#""a""#),
        (r#"{"type":["string","null"]}"#, "null", "null"),
        (r#"{"type":"array","items":{"type":"integer"}}"#, "[10]", "[10]"),
        (
            r#"{"type":"array","items":{"type":"object","additionalProperties":{"type":"integer"}}}"#,
            r#"[[{"key":"k","value":1}]]"#,
            r#"[{"k":1}]"#,
        ),
        (r#"{"enum":[[1],"a"]}"#, r#""[1]""#, "[1]"),
    ] {
        let [wire_args, args] = [wire, own].map(|value| format!(r#"{{"value":{value}}}"#));
        let tools = format!(r#"[{{"functionDeclarations":[{{"name":"f","parameters":{schema}}}]}}]"#);
        let history = |args: &str| {
            let call = format!(r#"{{"role":"model","parts":[{{"functionCall":{{"name":"f","args":{args}}}}}]}}"#);
            normalize_request(&format!(r#"{{"contents":[{call}],"tools":{tools}}}"#), &options)
        };
        // The history may also have what `encodeCall` takes.
        let bare = if own == "null" { &args } else { own };
        for args in [&args, bare] {
            let request = history(args);
            assert!(request.body.contains(&format!(r#""args":{wire_args}"#)), "{args}: {}", request.body);
            assert!(request.issues.is_empty(), "{args}: {:?}", request.issues);
        }
        let codecs = history("{}").codecs;
        let answer = |args: &str| {
            format!(r#"{{"candidates":[{{"content":{{"parts":[{{"functionCall":{{"name":"f","args":{args}}}}}]}}}}]}}"#)
        };
        assert_eq!(restore_response(&codecs, &answer(&wire_args)).body, answer(&args));
        let answer = |args: &str| json!({ "choices": [{ "message": { "tool_calls": [{ "function": { "name": "f", "arguments": args } }] } }] });
        assert_eq!(restore_response(&codecs, &answer(&wire_args).to_string()).body, answer(own).to_string());
    }
}

/// An object that is restored stays what it is, and arguments that do not fit are reported.
#[test]
fn arguments_that_are_an_object_have_no_member_around_them() {
    let options = Options::new(&GEMINI_API).mode(Mode::RoundTrip);
    let tool = |schema: &str| format!(r#"[{{"functionDeclarations":[{{"name":"a/b","parameters":{schema}}}]}}]"#);
    let history = |schema: &str, args: &str| {
        let call = format!(r#"{{"role":"model","parts":[{{"functionCall":{{"name":"a/b","args":{args}}}}}]}}"#);
        normalize_request(&format!(r#"{{"contents":[{call}],"tools":{}}}"#, tool(schema)), &options)
    };
    let request = history(r#"{"enum":[{"value":1},{"value":2}]}"#, r#"{"value":2}"#);
    assert!(request.body.contains(r#""args":{"value":"{\"value\":2}"}"#), "{}", request.body);
    let (declared, _) = request.codecs.iter().next().expect("a codec");
    let answer = |name: &str, args: &str| {
        format!(
            r#"{{"candidates":[{{"content":{{"parts":[{{"functionCall":{{"name":"{name}","args":{args}}}}}]}}}}]}}"#
        )
    };
    let restored = restore_response(&request.codecs, &answer(declared, r#"{"value":"{\"value\":2}"}"#));
    assert_eq!(restored.body, answer("a/b", r#"{"value":2}"#));
    let request = history(r#"{"type":"object","properties":{"n":{"type":"integer"}}}"#, r#""no object""#);
    assert_eq!(request.issues.iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["misfit"]);
    assert!(!request.body.contains(r#""functionCall":{"name":"a/b""#), "{}", request.body);
}

#[test]
fn what_is_omitted_is_not_called_unchanged() {
    let codecs = codecs(Some(Code::Entries { value: None }));
    for (second, fix) in [(r#"{"key":"a","value":2}"#, None), ("1", Some("that part left unchanged"))] {
        let args = format!(r#"[{{"key":"a","value":1}},{second}]"#);
        let call = json!({"function": {"name": "f_1", "arguments": args}});
        let out = restore_response(&codecs, &json!({"choices": [{"message": {"toolCalls": [call]}}]}).to_string());
        assert_eq!((out.issues[0].fix.as_deref(), out.issues[0].tool.as_deref()), (fix, Some("f/1")));
    }
}

#[test]
fn coded_arguments_that_come_in_parts_are_told() {
    let codecs = codecs(Some(Code::Object(Box::default())));
    // Vertex AI begins a call with its name alone.
    for (call, at) in [
        (r#"{"name":"f_1","partialArgs":[{"jsonPath":"$.a"}]}"#, "partialArgs"),
        (r#"{"name":"f_1","willContinue":true}"#, "willContinue"),
    ] {
        let answer = format!(r#"{{"candidates":[{{"content":{{"parts":[{{"functionCall":{call}}}]}}}}]}}"#);
        let out = restore_response(&codecs, &answer);
        assert_eq!(out.issues[0].code.as_str(), "parts-of-arguments");
        assert_eq!(out.issues[0].pointer, format!("/candidates/0/content/parts/0/functionCall/{at}"));
        assert_eq!(out.body, answer.replace("f_1", "f/1"));
    }
}

#[test]
fn what_does_not_fit_in_many_calls_is_counted_no_further() {
    let codecs = codecs(Some(Code::Array(Box::new(Code::Object(Box::default())))));
    let args = format!("[{}]", vec!["1"; 400].join(","));
    let call = format!(r#"{{"id":"c","function":{{"name":"f_1","arguments":"{args}"}}}}"#);
    let answer = format!(r#"{{"choices":[{{"message":{{"toolCalls":[{}]}}}}]}}"#, vec![call; 5].join(","));
    let out = restore_response(&codecs, &answer);
    assert_eq!((out.issues.len(), out.issues[999].unlisted), (1_000, 1_000));
    assert_eq!(out.issues[401].pointer, "/choices/0/message/toolCalls/1/function/arguments/1");
    let event = format!("data: {answer}\n\n");
    let mut restorer = Restorer::new(codecs);
    let _ = (restorer.push(event.as_bytes()), restorer.push(event.as_bytes()));
    assert_eq!((restorer.issues().len(), restorer.issues()[999].unlisted), (1_000, 3_000));
}

/// Gemini models have been observed to call `default_api.f` where `f` is declared.
#[test]
fn a_namespace_that_the_model_invents_is_removed_and_reported() {
    let codecs = codecs(Some(Code::Entries { value: None }));
    let gemini = |name: &str, args: &str| {
        format!(
            r#"{{"candidates":[{{"content":{{"parts":[{{"functionCall":{{"name":"{name}","args":{args}}}}}]}}}}]}}"#
        )
    };
    let chat = |name: &str, args: &str| {
        let call = json!({"id": "1", "index": 0, "function": {"name": name, "arguments": args}});
        json!({"choices": [{"delta": {"tool_calls": [call]}}]}).to_string()
    };
    let (wire, own) = (r#"[{"key":"k","value":1}]"#, r#"{"k":1}"#);
    for name in ["default_api.f_1", "default_api:f_1", "a.b:f_1"] {
        for answer in [gemini, chat] {
            let out = restore_response(&codecs, &answer(name, wire));
            assert_eq!(out.body, answer("f/1", own));
            let [issue] = &*out.issues else { panic!("{:?}", out.issues) };
            assert_eq!((issue.code.as_str(), issue.tool.as_deref()), ("namespace", Some("f/1")));
            assert!(issue.message.ends_with(name) && issue.pointer.ends_with("/name"), "{issue:?}");
        }
        assert_eq!(codecs.restore(name, wire).name, "f/1");
    }
    let hostile = [".".repeat(300), "f_1.".to_owned(), ["a.".repeat(200).as_str(), "f_1"].concat()];
    for name in hostile.iter().map(String::as_str).chain(["f_1.g", "xf_1", "default_api.g"]) {
        let out = restore_response(&codecs, &gemini(name, wire));
        assert_eq!((out.body, out.issues.len()), (gemini(name, wire), 0));
    }
}

/// A name that is declared is no other name under a namespace.
#[test]
fn a_declared_name_with_a_namespace_calls_its_own_tool() {
    let coded = Codec::new(Some(("f/1".to_owned(), "f_1".to_owned())));
    let codecs = Codecs::new([("api.f_1", Codec::default()), ("f_1", coded), ("g", Codec::default())].map(own));
    let codecs = Codecs::from_json(&serde_json::to_string(&codecs).expect("JSON")).expect("codecs");
    let called = |name| codecs.called(name).map(|(declared, codec)| codec.restore_name(declared).to_owned());
    assert_eq!(
        (called("api.f_1"), called("default_api.api.f_1"), called("x.f_1").as_deref()),
        (None, None, Some("f/1"))
    );
    assert_eq!(codecs.get("api.f_1").map(Codec::is_trivial), None);
    assert_eq!(codecs.iter().count(), 2);
}

fn own((name, codec): (&str, Codec)) -> (String, Codec) {
    (name.to_owned(), codec)
}
