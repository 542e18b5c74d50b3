//! Names under which the functions of one list are declared.

use lapidary::{Options, Output, normalize_request, restore_response, transform};
use serde_json::json;

fn declared(names: &[&str]) -> Vec<String> {
    let tools = names.iter().enumerate().map(|(at, name)| json!({"name": name, "description": at.to_string()}));
    let list = json!({"tools": tools.collect::<Vec<_>>()}).to_string();
    let out = transform(&list, &Options::default(), &Output::default()).output.expect("it is a list");
    let declarations: Vec<serde_json::Value> = serde_json::from_str(&out).expect("it is JSON");
    declarations.iter().map(|it| it["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn a_tool_keeps_a_valid_name_whatever_name_another_is_given() {
    assert_eq!(declared(&["a/b"]), ["a_b_480c78"]);
    assert_eq!(declared(&["a/b", "a_b_480c78"]), ["a_b_480c78_2", "a_b_480c78"]);
    assert_eq!(declared(&["a_b_480c78", "a/b"]), ["a_b_480c78", "a_b_480c78_2"]);
    assert_eq!(declared(&["a/b", "a/b", "a_b_480c78_2"]), ["a_b_480c78", "a_b_480c78_3", "a_b_480c78_2"]);
    assert_eq!(declared(&["f", "f", "f_2", "f_3"]), ["f", "f_4", "f_2", "f_3"]);
}

/// `cachedContent` may declare them.
#[test]
fn names_that_only_the_history_has_are_restored() {
    let call = |name: &str| json!({ "parts": [{ "functionCall": { "name": name, "args": { "a": [1] } } }] });
    let answer = |name: &str| json!({ "candidates": [{ "content": call(name) }] }).to_string();
    let restored = |history: &str, rest: serde_json::Value| {
        let mut body = json!({ "contents": [call(history)] });
        body.as_object_mut().expect("an object").extend(rest.as_object().cloned().expect("an object"));
        restore_response(&normalize_request(&body.to_string(), &Options::default()).codecs, &answer("a_b_480c78")).body
    };
    let chat = |history: &str| {
        let body = json!({ "messages": [{ "tool_calls": [{ "function": { "name": history, "arguments": "{}" } }] }] });
        restore_response(&normalize_request(&body.to_string(), &Options::default()).codecs, &answer("a_b_480c78")).body
    };
    assert_eq!(restored("a/b", json!({ "cachedContent": "cachedContents/1" })), answer("a/b"));
    assert_eq!(chat("a/b"), answer("a/b"));
    assert_eq!(restored("c", json!({ "cachedContent": "cachedContents/1" })), answer("a_b_480c78"));
    // A function that is declared under that name is meant.
    let tools = json!([{ "functionDeclarations": [{ "name": "a_b_480c78" }] }]);
    assert_eq!(restored("a/b", json!({ "tools": tools })), answer("a_b_480c78"));
}

/// Without declarations of its own, a request chooses among those of its cache.
#[test]
fn names_that_only_a_choice_has_are_those_of_the_declarations() {
    let body = |name: &str| {
        let config = json!({ "functionCallingConfig": { "mode": "ANY", "allowedFunctionNames": [name] } });
        json!({ "cachedContent": "cachedContents/1", "contents": [], "toolConfig": config }).to_string()
    };
    let request = normalize_request(&body("a/b"), &Options::default());
    assert_eq!(request.body, body("a_b_480c78"));
    let call = json!({ "candidates": [{ "content": { "parts": [{ "functionCall": { "name": "a_b_480c78" } }] } }] });
    let restored = restore_response(&request.codecs, &call.to_string()).body;
    assert_eq!(restored, call.to_string().replace("a_b_480c78", "a/b"));
}

/// Once for each name, whichever part of the request has it.
#[test]
fn a_name_that_only_the_history_has_is_reported_where_it_changes() {
    let part = |member: &str, name: &str| json!({ member: { "name": name, "args": {}, "response": {} } });
    let parts = [
        part("functionCall", "a/b"),
        part("functionResponse", "a/b"),
        part("functionCall", "c"),
        part("functionCall", "a/b"),
    ];
    let body = json!({ "contents": [{ "parts": parts }] }).to_string();
    let chat = json!({ "messages": [
        { "tool_calls": [{ "function": { "name": "a/b", "arguments": "{}" } }] }, { "role": "tool", "name": "a/b" },
    ] });
    let (in_parts, in_messages) = ("/contents/0/parts/0/functionCall", "/messages/0/tool_calls/0/function");
    for (body, place) in [(body, in_parts), (chat.to_string(), in_messages)] {
        let request = normalize_request(&body, &Options::default());
        assert_eq!(request.body, body.replace("a/b", "a_b_480c78"));
        let [issue] = &request.issues[..] else { panic!("{:?}", request.issues) };
        assert_eq!((issue.code.as_str(), issue.pointer.as_str()), ("undeclared-name", place));
        assert!(issue.message.ends_with(r#": "a/b" is "a_b_480c78" here"#), "{}", issue.message);
    }
}
