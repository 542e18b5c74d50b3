use std::sync::Arc;

use lapidary::{Cancel, Mode, Options, Target};
use serde_json::{Value, json};

use super::{REMEMBERED, Session, Speech};
use crate::{metrics::Metrics, normalizers::Normalizers};

fn session() -> Session {
    spoken_in(Speech::Contents)
}

fn spoken_in(speech: Speech) -> Session {
    let options = Options::new(Target::find("auto").expect("a target")).mode(Mode::RoundTrip);
    Session::new(speech, Arc::new(Normalizers::new(options)), Arc::new(Metrics::new()))
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn to_service(session: &Session, text: &str) -> Option<String> {
    session.settled(session.sent(text, &Cancel::default()))
}

fn to_client(session: &Session, text: &str) -> Option<String> {
    session.settled(session.got(text, &Cancel::default()))
}

/// Declares a function that takes a map, under a name that Gemini rejects; returns its declared name.
fn set_up(session: &Session) -> String {
    let parameters =
        r#"{"type":"object","properties":{"vars":{"type":"object","additionalProperties":{"type":"string"}}}}"#;
    let tools = format!(r#"[{{"functionDeclarations":[{{"name":"env/set","parametersJsonSchema":{parameters}}}]}}]"#);
    let sent = to_service(session, &format!(r#"{{"setup": {{"model":"models/gemini-live-2.5", "tools":{tools}}} }}"#));
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
    let got =
        to_client(&session, &format!(r#"{{"toolCall": {{"functionCalls":[{wire} ,{wire}]}},"usageMetadata":{{}} }}"#));
    let got = got.expect("it is changed");
    assert!(got.ends_with(r#"]},"usageMetadata":{} }"#));
    assert_eq!(read(&got)["toolCall"]["functionCalls"], json!([own, own]));

    let answer = r#"{"id":"1","name":"env/set","response":{"output":1.50}}"#;
    let sent = to_service(&session, &format!(r#"{{"toolResponse":{{"functionResponses": [{answer}]}}}}"#));
    let named = answer.replace("env/set", &name);
    assert_eq!(sent, Some(format!(r#"{{"toolResponse":{{"functionResponses": [{named}]}}}}"#)));

    // Google's parser takes one value for a repeated field.
    let got = to_client(&session, &format!(r#"{{"toolCall":{{"functionCalls":{wire}}}}}"#)).expect("it is changed");
    assert_eq!(read(&got)["toolCall"]["functionCalls"], own);
    let sent = to_service(&session, &format!(r#"{{"toolResponse":{{"functionResponses":{answer}}}}}"#));
    assert_eq!(sent, Some(format!(r#"{{"toolResponse":{{"functionResponses":{named}}}}}"#)));

    let turns = json!([{ "role": "model", "parts": [{ "functionCall": own }] }]);
    let sent = to_service(&session, &json!({ "clientContent": { "turns": turns, "turnComplete": true } }).to_string());
    let content = &read(&sent.expect("it is changed"))["clientContent"];
    assert_eq!(content["turns"][0]["parts"][0]["functionCall"], wire);
    assert_eq!(content["turnComplete"], true);
}

#[test]
fn tools_that_come_later_are_made_fit_and_those_before_stay_known() {
    let session = session();
    let before = set_up(&session);
    let tools = json!({ "tools": [{ "functionDeclarations": [{ "name": "a/b" }] }] });
    let sent =
        to_service(&session, &json!({ "contextUpdate": { "tools": tools } }).to_string()).expect("it is changed");
    let name = read(&sent)["contextUpdate"]["tools"]["tools"][0]["functionDeclarations"][0]["name"].clone();
    for (name, own) in [(name, "a/b"), (before.into(), "env/set")] {
        let got = to_client(
            &session,
            &json!({ "toolCall": { "functionCalls": [{ "name": name, "args": {} }] } }).to_string(),
        );
        assert_eq!(read(&got.expect("it is changed"))["toolCall"]["functionCalls"][0]["name"], own);
    }
}

#[test]
fn what_needs_nothing_stays() {
    let session = session();
    assert_eq!(
        to_service(&session, r#"{"setup":{"model":"m","tools":[{"functionDeclarations":[{"name":"f"}]}]}}"#),
        None
    );
    assert_eq!(to_client(&session, r#"{"toolCall":{"functionCalls":[{"name":"f"}]}}"#), None);
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
        assert_eq!(to_service(&session, text), None, "{text}");
        assert_eq!(to_client(&session, text), None, "{text}");
    }
    assert_eq!(to_client(&session, r#"{"toolCallCancellation":{"ids":["1"]}}"#), None);
    assert_ne!(name, "env/set");
}

#[test]
fn tools_that_were_declared_long_ago_are_forgotten() {
    let (session, mut names) = (session(), Vec::new());
    for number in 0..60 {
        let description = "x".repeat(REMEMBERED / 20);
        let declaration = json!({ "name": format!("a/{number}"), "description": description });
        let update = json!({ "contextUpdate": { "tools": { "tools": [{ "functionDeclarations": [declaration] }] } } });
        let sent = to_service(&session, &update.to_string()).expect("it is changed");
        let declared = &read(&sent)["contextUpdate"]["tools"]["tools"][0]["functionDeclarations"][0]["name"];
        names.push(declared.as_str().expect("a name").to_owned());
    }
    let declared = session.declared();
    assert!((15..=21).contains(&declared.latest.len()), "{}", declared.latest.len());
    assert_eq!(declared.codecs.iter().count(), declared.latest.len());
    let call = |name: &str| json!({ "toolCall": { "functionCalls": [{ "name": name, "args": {} }] } }).to_string();
    assert!(to_client(&session, &call(&names[50])).is_some_and(|text| text.contains("a/50")));
    assert_eq!(to_client(&session, &call(&names[5])), None);

    // The tools just before the latest are kept, however large they are.
    let session = self::session();
    let name = set_up(&session);
    for number in [1, 2] {
        let large = json!({ "name": format!("b/{number}"), "description": "x".repeat(2 * REMEMBERED) });
        let update = json!({ "contextUpdate": { "tools": { "tools": [{ "functionDeclarations": [large] }] } } });
        assert!(to_service(&session, &update.to_string()).is_some());
        assert_eq!(to_client(&session, &call(&name)).is_some(), number == 1);
    }
}

#[test]
fn a_session_of_steps_has_the_functions_own_names() {
    let session = spoken_in(Speech::Steps);
    let tool =
        r##"{"type":"function","name":"a b","parameters":{"type":"object","properties":{"c":{"$ref":"#/$defs/d"}}}}"##;
    let create =
        format!(r#"{{"event_type":"interaction.create", "model":"m","tools":[{{"type":"google_search"}} ,{tool}]}}"#);
    let sent = to_service(&session, &create).expect("it is changed");
    let tools = &read(&sent)["tools"];
    let name = tools[1]["name"].as_str().expect("a name").to_owned();
    assert!(name.starts_with("a_b_") && !sent.contains("$ref"), "{sent}");
    assert!(sent.starts_with(&create[..create.find("{\"type\":\"function\"").expect("it is there")]));

    let call = |name: &str| format!(r#"{{"type": "function_call","id":"1","name":"{name}","arguments":{{"c":1.0}}}}"#);
    for event in [
        r#"{"event_type":"step.start","index":0, "step":@}"#,
        r#"{"events":[{"event_type":"step.stop","index":0},{"event_type":"step.start","index":1,"step":@}]}"#,
    ] {
        let got = to_client(&session, &event.replace('@', &call(&name)));
        assert_eq!(got, Some(event.replace('@', &call("a b"))));
    }
    // Arguments are not encoded, so their pieces stay unchanged.
    let delta = r#"{"event_type":"step.delta","index":0,"delta":{"type":"arguments_delta","arguments":"{\"c\":"}}"#;
    assert_eq!(to_client(&session, delta), None);

    let result = |name: &str| format!(r#"{{"type":"function_result","call_id":"1","name":"{name}","result":"a b"}}"#);
    for message in
        [r#"{"event_type":"input","content":[@]}"#, r#"{"events":[{"event_type":"input","content":[@, @]}]}"#]
    {
        let sent = to_service(&session, &message.replace('@', &result("a b")));
        assert_eq!(sent, Some(message.replace('@', &result(&name))));
    }
}

#[test]
fn other_messages_of_steps_stay() {
    let session = spoken_in(Speech::Steps);
    for text in [
        r#"{"event_type":"interaction.connect","id":"a b"}"#,
        r#"{"event_type":"input","content":[{"type":"text","text":"a b"}]}"#,
        r#"{"event_type":"interaction.create","tools":[{"type":"function","name":"ok","parameters":{"type":"object","properties":{"a":{}}}}]}"#,
        r#"{"event_type":"interaction.create","tools":7}"#,
        r#"{"events":[[],7,{"events":[{"tools":[{"type":"function","name":"a b"}]}]}]}"#,
        "no JSON",
        "",
    ] {
        assert_eq!((to_service(&session, text), to_client(&session, text)), (None, None), "{text}");
    }
    assert!(to_service(&session, r#"{"tools":[{"type":"function","name":"a b"}]}"#).is_some());
    for text in
        [r#"{"event_type":"step.stop","index":0}"#, r#"{"step":{"type":"function_call","name":"ok"}}"#, "no JSON"]
    {
        assert_eq!(to_client(&session, text), None, "{text}");
    }
}

#[test]
fn paths_say_what_sessions_are_spoken_in() {
    for (path, speech) in [
        ("/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent", Some(Speech::Contents)),
        ("/v1beta/models/m:BidiGenerateContentConstrained", Some(Speech::Contents)),
        ("/v1beta/interactions/live", Some(Speech::Steps)),
        ("/v1beta/interactions/7/live", None),
        ("/ws/anything", None),
    ] {
        assert_eq!(Speech::at(path), speech, "{path}");
    }
}
