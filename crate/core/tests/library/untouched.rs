//! What is not rewritten in a document, although it names what is.

use lapidary::{Emit, Mode, Options, Output, UNIVERSAL, transform};

/// Of a request to Claude, only the tools are rewritten: what else names one that changed is reported.
#[test]
fn names_of_rewritten_tools_in_a_request_are_reported() {
    let options = Options::new(&UNIVERSAL).mode(Mode::RoundTrip);
    let request = |name: &str, schema: &str| {
        let call = format!(r#"{{"type":"tool_use","id":"1","name":"{name}","input":{{"m":{{"k":1}}}}}}"#);
        let messages = format!(r#"[{{"role":"user","content":"x"}},{{"role":"assistant","content":[{call}]}}]"#);
        let choice = format!(r#"{{"type":"tool","name":"{name}"}}"#);
        format!(
            r#"{{"messages":{messages},"tool_choice":{choice},"tools":[{{"name":"{name}","input_schema":{schema}}}]}}"#
        )
    };
    let map = r#"{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}}}}"#;
    let plain = r#"{"type":"object","properties":{"m":{"type":"string"}},"required":["m"]}"#;
    for (name, schema, place) in [
        ("a b", plain, Some("/tool_choice/name")),
        ("a", map, Some("/messages/1/content/0/name")),
        ("a", plain, None),
        // The codec only repairs what a model may send instead.
        ("a", r#"{"type":"object","properties":{"n":{"type":"integer"}}}"#, None),
    ] {
        let transformed = transform(&request(name, schema), &options, &Output::default().emit(Emit::Same));
        let found: Vec<_> = transformed.issues().iter().map(|issue| (issue.code.as_str(), &*issue.pointer)).collect();
        assert_eq!(found, place.map(|place| ("untouched-names", place)).into_iter().collect::<Vec<_>>(), "{schema}");
    }
}
