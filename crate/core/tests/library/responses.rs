//! Requests of OpenAI's Responses API, and what tells them from interactions.

use lapidary::{Mode, OPENAI_STRICT, Options, normalize_request, restore_response};
use serde_json::json;

use crate::{
    chat::round_trip,
    chat_stream::{codecs, restored as streamed},
    normalize, value,
};

#[test]
fn a_request_of_the_responses_api_is_normalized_as_a_whole() {
    let options = Options::new(&OPENAI_STRICT).mode(Mode::RoundTrip);
    let tool = r#"{"type":"function","name":"env/set","parameters":{"type":"object","properties":{"vars":{"type":"object","additionalProperties":{"type":"string"}}}},"strict":true}"#;
    let chosen = r#"{"type":"function","name":"env/set"}"#;
    for choice in [chosen.to_owned(), format!(r#"{{"type":"allowed_tools","mode":"auto","tools":[{chosen}]}}"#)] {
        let call = r#"{"type":"function_call","call_id":"1","name":"env/set","arguments":"{\"vars\":{\"A\":\"b\"}}"}"#;
        let format =
            r#"{"type":"json_schema","name":"r","schema":{"type":"object","properties":{"q":{"type":"string"}}}}"#;
        let request = normalize_request(
            &format!(
                r#"{{"model":"m","input":[{{"role":"user"}},{call}],"tools":[{{"type":"web_search"}},{tool}],"tool_choice":{choice},"text":{{"format":{format}}}}}"#
            ),
            &options,
        );
        let body = value(&request.body);
        let declared = &body["tools"][1]["name"];
        assert!(declared.as_str().is_some_and(|name| name.starts_with("env_set_")), "{body}");
        assert_eq!(&body["input"][1]["name"], declared);
        assert_eq!(body["input"][1]["arguments"], r#"{"vars":[{"key":"A","value":"b"}]}"#);
        let choice = &body["tool_choice"];
        assert_eq!(choice.get("tools").map_or(choice, |tools| &tools[0])["name"], *declared);
        assert_eq!(body["text"]["format"]["schema"]["required"], json!(["q"]));
    }
    for same in [
        r#"{"model":"m","input":"x","tools":[{"type":"web_search"}],"tool_choice":{"type":"web_search"},"store":true}"#,
        r#"{"model":"m","input":"x","text":{"format":{"type":"text"}},"instructions":"y"}"#,
    ] {
        let request = normalize_request(same, &options);
        assert_eq!((request.body.as_str(), request.issues.len()), (same, 0));
    }
}

#[test]
fn a_whole_response_is_restored_and_each_call_of_a_stream_is_told() {
    let item = |arguments: &str| format!(r#"{{"type":"function_call","name":"f_1","arguments":"{arguments}"}}"#);
    let (wire, own) =
        (item(r#"{\"m\":[{\"key\":\"k\",\"value\":1}]}"#), item(r#"{\"m\":{\"k\":1}}"#).replace("f_1", "ƒ/1"));
    let whole = |item: &str| format!(r#"{{"object":"response","output":[{{"type":"message","name":"f_1"}},{item}]}}"#);
    let restored = restore_response(&codecs(), &whole(&wire));
    assert_eq!((restored.body, restored.issues.len()), (whole(&own), 0));
    let event = |name: &str, member: &str| format!("data: {{\"type\":\"response.{name}\",{member}}}\n\n");
    let stream = [
        event("output_item.added", &format!(r#""item":{}"#, item(""))),
        event("function_call_arguments.delta", r#""delta":"{""#),
        event("output_item.done", &format!(r#""item":{wire}"#)),
        event("output_item.done", &format!(r#""item":{}"#, wire.replace("f_1", "other"))),
        event("completed", &format!(r#""response":{}"#, whole(&wire))),
    ]
    .concat();
    assert_eq!(streamed([stream.as_bytes()]), (stream, vec!["streamed-item"]));
}

#[test]
fn functions_of_the_responses_api_are_known_without_its_other_fields() {
    let body = |model: &str, input: &str| {
        format!(
            r#"{{"model":"{model}","input":{input},"tools":[{{"type":"function","name":"a/b","parameters":{{"type":"object","properties":{{"m":{{"type":"object","additionalProperties":{{"type":"integer"}}}}}}}}}}]}}"#
        )
    };
    let call = r#"[{"type":"function_call","call_id":"1","name":"a/b","arguments":"{\"m\":{\"k\":1}}"}]"#;
    let request = round_trip(&body("gpt-5", call));
    let declared = request.codecs.iter().next().expect("a codec").0.to_owned();
    assert!(
        request.body.contains(&format!(r#""name":"{declared}","arguments":"{{\"m\":[{{\"key\""#)),
        "{}",
        request.body
    );
    let interaction = normalize(&body("gemini-3-pro", r#""hi""#));
    assert!(interaction.body.contains(r#""type":"function","name":"a_b_"#), "{}", interaction.body);
}
