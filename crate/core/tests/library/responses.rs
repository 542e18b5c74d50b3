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

const WIRE: &str = r#"{\"m\":[{\"key\":\"k\",\"value\":1}]}"#;
const OWN: &str = r#"{\"m\":{\"k\":1}}"#;

fn item(name: &str, arguments: &str) -> String {
    format!(r#"{{"type":"function_call","id":"fc","name":"{name}","arguments":"{arguments}"}}"#)
}

fn response(item: &str) -> String {
    format!(r#"{{"object":"response","output":[{{"type":"message","name":"f_1"}},{item}]}}"#)
}

fn event(name: &str, members: &str) -> String {
    format!("event: response.{name}\ndata: {{\"type\":\"response.{name}\",{members}}}\n\n")
}

fn delta(members: &str, text: &str) -> String {
    event("function_call_arguments.delta", &format!(r#"{members},"delta":"{text}""#))
}

/// A stream with one call: the item, the pieces of its arguments, and all that repeats them.
fn stream(name: &str, pieces: &[&str], arguments: &str) -> String {
    let at = r#""item_id":"fc","output_index":1"#;
    let pieces: String = pieces.iter().map(|piece| delta(at, piece)).collect();
    [
        event("created", &format!(r#""response":{{"object":"response","output":[],"tools":[{}]}}"#, item("f_1", ""))),
        event("output_item.added", &format!(r#""output_index":1,"item":{}"#, item(name, ""))),
        pieces,
        event("function_call_arguments.done", &format!(r#"{at},"arguments":"{arguments}""#)),
        event("output_item.done", &format!(r#""output_index":1,"item":{}"#, item(name, arguments))),
        event("completed", &format!(r#""response":{}"#, response(&item(name, arguments)))),
    ]
    .concat()
}

#[test]
fn a_whole_response_is_restored() {
    let restored = restore_response(&codecs(), &response(&item("f_1", WIRE)));
    assert_eq!((restored.body, restored.issues.len()), (response(&item("ƒ/1", OWN)), 0));
}

#[test]
fn each_event_of_a_stream_is_restored() {
    let same = ["other", "r_1"].map(|name| stream(name, &["{\\", "\"m\\\":[]}"], r#"{\"m\":[]}"#));
    let cases = [
        (stream("f_1", &[r#"{\"m\":[{\"key\":"#, r#"\"k\",\"value\":1}]}"#], WIRE), stream("ƒ/1", &["", OWN], OWN)),
        (stream("f_1", &[], WIRE), stream("ƒ/1", &[], OWN)),
        (stream("f_1", &[WIRE, " "], WIRE), stream("ƒ/1", &[OWN, " "], OWN)),
        (stream("g", &["{}"], "{}"), stream("g", &["{}"], "{}")),
        (same[0].clone(), same[0].clone()),
        (same[1].clone(), same[1].replace("r_1", "r/1")),
    ];
    for (wire, own) in cases {
        assert_eq!(streamed([wire.as_bytes()]), (own.clone(), vec![]));
        assert_eq!(streamed(wire.as_bytes().chunks(7)), (own, vec![]));
    }
}

#[test]
fn misfits_of_a_stream_are_reported_once() {
    let text = r#"{\"m\":[7]}"#;
    let (out, codes) = streamed([stream("f_1", &[text], text).as_bytes()]);
    assert_eq!((out, codes), (stream("ƒ/1", &[text], text), vec!["misfit"]));
    let whole = event("output_item.done", &format!(r#""output_index":1,"item":{}"#, item("g", text)));
    assert_eq!(streamed([whole.as_bytes()]), (whole, vec!["misfit"]));
}

#[test]
fn a_namespace_in_a_stream_is_reported_once() {
    for (name, own, wire, args) in [("x.f_1", "ƒ/1", WIRE, OWN), ("x.r_1", "r/1", "{}", "{}")] {
        for pieces in [vec![wire], vec![]] {
            let own_pieces: Vec<_> = pieces.iter().map(|_| args).collect();
            let [wire, own] = [stream(name, &pieces, wire), stream(own, &own_pieces, args)];
            assert_eq!(streamed([wire.as_bytes()]), (own, vec!["namespace"]));
        }
    }
    let whole =
        |name: &str, args: &str| event("output_item.done", &format!(r#""output_index":1,"item":{}"#, item(name, args)));
    assert_eq!(streamed([whole("x.g", WIRE).as_bytes()]), (whole("g", OWN), vec!["namespace"]));
}

#[test]
fn the_items_of_a_stream_are_told_apart() {
    // Some servers give an item another id in each event, others give no number.
    let added =
        |members: &str, name: &str| event("output_item.added", &format!(r#"{members}"item":{}"#, item(name, "")));
    let done = |members: &str, text: &str| {
        event("function_call_arguments.done", &format!(r#"{members},"arguments":"{text}""#))
    };
    let (first, second) = (r#""item_id":"x","output_index":0"#, r#""item_id":"y","output_index":1"#);
    let stream = |one: &str, two: &str, texts: [&str; 4]| {
        [
            added(r#""output_index":0,"#, one),
            added(r#""output_index":1,"#, two),
            delta(second, texts[0]),
            delta(first, texts[1]),
            done(first, texts[2]),
            done(second, texts[3]),
        ]
        .concat()
    };
    let wire = stream("f_1", "r_1", [WIRE, WIRE, WIRE, WIRE]);
    assert_eq!(streamed([wire.as_bytes()]), (stream("ƒ/1", "r/1", [WIRE, OWN, OWN, WIRE]), vec![]));
    let stream = |name: &str, text: &str| {
        [added("", name), delta(r#""item_id":"fc""#, text), done(r#""item_id":"fc""#, text)].concat()
    };
    assert_eq!(streamed([stream("f_1", WIRE).as_bytes()]), (stream("ƒ/1", OWN), vec![]));
}

#[test]
fn arguments_that_do_not_end_are_sent_before_what_ends_the_item() {
    let start = event("output_item.added", &format!(r#""output_index":1,"item":{}"#, item("f_1", "")));
    let at = r#""item_id":"fc","output_index":1"#;
    let broken = r#"{\"m\":["#;
    let (out, codes) = streamed([(start.clone() + &delta(at, broken)).as_bytes()]);
    assert_eq!((out, codes), (start.replace("f_1", "ƒ/1") + &delta(at, "") + &delta(at, broken), vec!["misfit"]));
    for end in [
        event("output_item.done", &format!(r#""output_index":1,"item":{}"#, item("f_1", broken))),
        event("incomplete", &format!(r#""response":{}"#, response(&item("f_1", broken)))),
    ] {
        let (out, codes) = streamed([[start.clone(), delta(at, broken), end.clone()].concat().as_bytes()]);
        let own = [&start, &delta(at, ""), &delta(at, broken), &end]
            .map(|event| event.replace("\"f_1\",\"arg", "\"ƒ/1\",\"arg"));
        assert_eq!((out, codes), (own.concat(), vec!["misfit"]));
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

/// OpenAI takes only an object without a union as the root of a response.
#[test]
fn the_root_of_a_response_is_an_object_in_strict_mode() {
    let options = Options::new(&OPENAI_STRICT);
    let request = |schema: &str| {
        let format =
            format!(r#"{{"type":"json_schema","json_schema":{{"name":"R","strict":true,"schema":{schema}}}}}"#);
        normalize_request(&format!(r#"{{"messages":[],"response_format":{format}}}"#), &options)
    };
    let array = r#"{"type":"array","items":{"type":"string"}}"#;
    for root in [array, r#"{"type":"string","enum":["a"]}"#, r##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"array"}}}"##]
    {
        let issues = request(root).issues;
        assert!(
            issues
                .iter()
                .any(|issue| issue.code.as_str() == "GS054" && issue.accepts_less.as_deref() == Some("all values")),
            "{root}: {issues:?}"
        );
    }
    assert!(request(array).body.contains(array));
    let object = |name: &str| {
        format!(
            r#"{{"type":"object","properties":{{"{name}":{{"type":"string"}}}},"required":["{name}"],"additionalProperties":false}}"#
        )
    };
    let body = value(&request(&format!(r#"{{"anyOf":[{},{}]}}"#, object("a"), object("b"))).body);
    let schema = &body["response_format"]["json_schema"]["schema"];
    assert_eq!((&schema["type"], schema.get("anyOf")), (&json!("object"), None));
    assert_eq!(schema["required"], json!(["a", "b"]));
    assert_eq!(request(&object("a")).issues.len(), 0);
}
