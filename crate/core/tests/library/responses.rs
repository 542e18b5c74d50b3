//! Requests of OpenAI's Responses API, and what tells them from interactions.

use lapidary::{Mode, OPENAI_STRICT, Options, normalize_request};
use serde_json::json;

use crate::{chat::round_trip, normalize, value};

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
