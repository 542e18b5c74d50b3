//! Answers to requests: calls are restored, and all else stays.

use lapidary::{Codec, Codecs, Restorer, internal::Code, restore_response};

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
