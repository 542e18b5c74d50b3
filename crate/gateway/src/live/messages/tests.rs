use std::sync::Arc;

use lapidary::{Mode, Options, Target};
use serde_json::{Value, json};

use super::Session;
use crate::{metrics::Metrics, normalizers::Normalizers};

fn session() -> Session {
    let options = Options::new(Target::find("auto").expect("a target")).mode(Mode::RoundTrip);
    Session::new(Arc::new(Normalizers::new(options)), Arc::new(Metrics::new()))
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// A map under a name that Gemini refuses, and what it is declared as.
fn set_up(session: &Session) -> String {
    let parameters =
        r#"{"type":"object","properties":{"vars":{"type":"object","additionalProperties":{"type":"string"}}}}"#;
    let tools = format!(r#"[{{"functionDeclarations":[{{"name":"env/set","parametersJsonSchema":{parameters}}}]}}]"#);
    let sent = session.sent(&format!(r#"{{"setup": {{"model":"models/gemini-live-2.5", "tools":{tools}}} }}"#));
    let sent = sent.expect("it is changed");
    assert!(sent.starts_with(r#"{"setup": {"model":"models/gemini-live-2.5", "tools":["#) && sent.ends_with(" }"));
    let declaration = read(&sent)["setup"]["tools"][0]["functionDeclarations"][0].clone();
    assert_eq!(declaration["parameters"]["properties"]["vars"]["type"], "ARRAY");
    declaration["name"].as_str().expect("a name").to_owned()
}

#[test]
fn calls_and_their_answers_are_the_client_s() {
    let session = session();
    let name = set_up(&session);
    let wire = json!({ "id": "1", "name": name, "args": { "vars": [{ "key": "HOME", "value": "/" }] } });
    let own = json!({ "id": "1", "name": "env/set", "args": { "vars": { "HOME": "/" } } });
    let got = session.got(&format!(r#"{{"toolCall": {{"functionCalls":[{wire} ,{wire}]}},"usageMetadata":{{}} }}"#));
    let got = got.expect("it is changed");
    assert!(got.ends_with(r#"]},"usageMetadata":{} }"#));
    assert_eq!(read(&got)["toolCall"]["functionCalls"], json!([own, own]));

    let answer = r#"{"id":"1","name":"env/set","response":{"output":1.50}}"#;
    let sent = session.sent(&format!(r#"{{"toolResponse":{{"functionResponses": [{answer}]}}}}"#));
    let named = answer.replace("env/set", &name);
    assert_eq!(sent, Some(format!(r#"{{"toolResponse":{{"functionResponses": [{named}]}}}}"#)));

    let turns = json!([{ "role": "model", "parts": [{ "functionCall": own }] }]);
    let sent = session.sent(&json!({ "clientContent": { "turns": turns, "turnComplete": true } }).to_string());
    let content = &read(&sent.expect("it is changed"))["clientContent"];
    assert_eq!(content["turns"][0]["parts"][0]["functionCall"], wire);
    assert_eq!(content["turnComplete"], true);
}

#[test]
fn tools_that_come_later_are_made_fit_and_those_before_stay_known() {
    let session = session();
    let before = set_up(&session);
    let tools = json!({ "tools": [{ "functionDeclarations": [{ "name": "a/b" }] }] });
    let sent = session.sent(&json!({ "contextUpdate": { "tools": tools } }).to_string()).expect("it is changed");
    let name = read(&sent)["contextUpdate"]["tools"]["tools"][0]["functionDeclarations"][0]["name"].clone();
    for (name, own) in [(name, "a/b"), (before.into(), "env/set")] {
        let got = session.got(&json!({ "toolCall": { "functionCalls": [{ "name": name, "args": {} }] } }).to_string());
        assert_eq!(read(&got.expect("it is changed"))["toolCall"]["functionCalls"][0]["name"], own);
    }
}

#[test]
fn what_needs_nothing_stays() {
    let session = session();
    assert_eq!(session.sent(r#"{"setup":{"model":"m","tools":[{"functionDeclarations":[{"name":"f"}]}]}}"#), None);
    assert_eq!(session.got(r#"{"toolCall":{"functionCalls":[{"name":"f"}]}}"#), None);
    let name = set_up(&session);
    for text in [
        r#"{"realtimeInput":{"text":"setup"}}"#,
        r#"{"clientContent":{"turns":[{"parts":[{"text":"hi"}]}]}}"#,
        r#"{"toolResponse":{"functionResponses":[{"id":"1","response":{}}]}}"#,
        r#"{"toolResponse":{"functionResponses":7}}"#,
        r#"{"setup":7}"#,
        "no JSON",
        "",
    ] {
        assert_eq!(session.sent(text), None, "{text}");
        assert_eq!(session.got(text), None, "{text}");
    }
    assert_eq!(session.got(r#"{"toolCallCancellation":{"ids":["1"]}}"#), None);
    assert_ne!(name, "env/set");
}
