//! Answers of models that are nearly what was declared: what is meant is restored, and what is lost is reported.

use lapidary::{Codec, Codecs, GEMINI, LANGCHAIN, Mode, Options, Output, Restorer, restore_response, transform};

use crate::codec::{misfits, restores};

/// The codec for a schema of arguments.
fn compiled(schema: &str, target: &'static lapidary::Target) -> (String, Codec) {
    let tool = format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
    let mut done = transform(&tool, &Options::new(target).mode(Mode::RoundTrip), &Output::default());
    let codec = done.tools()[0].codec.clone();
    (done.output.take().expect("it is readable"), codec)
}

#[test]
fn a_listed_number_is_restored_as_it_is_listed() {
    let code = r#"{"object":{"properties":{"e":{"values":{"1":1,"5":5,"[1]":[1]}}}}}"#;
    for (wire, original) in [("\"5\"", "5"), ("5.0", "5"), ("5e0", "5"), ("5", "5"), ("[1.0]", "[1]")] {
        restores(code, &format!(r#"{{"e":{wire}}}"#), &format!(r#"{{"e":{original}}}"#));
    }
}

#[test]
fn positions_that_are_doubled_are_reported() {
    let code = r#"{"object":{"properties":{"t":{"tuple":{"members":["item_1","item_2"]}}}}}"#;
    let doubled = "this member is omitted: a later one has the same name";
    misfits(code, r#"{"t":{"item_1":1,"item_1":2,"item_2":3}}"#, r#"{"t":[2,3]}"#, &[("/t/item_1", doubled)]);
}

#[test]
fn a_map_of_arguments_that_is_null_has_no_entries() {
    restores(r#"{"member":{"name":"arguments","value":{"entries":{}}}}"#, r#"{"arguments":null}"#, "{}");
}

#[test]
fn a_nullable_reference_that_nests_too_deep_is_json_text() {
    let schema = r##"{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}},"required":["next"],"$defs":{"n":{"anyOf":[{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}},"next":{"$ref":"#/$defs/n"}},"required":["next"]},{"type":"null"}]}}}"##;
    let (mut original, levels) = ("null".to_owned(), 8);
    for _ in 0..levels {
        original = format!(r#"{{"m":{{"a":1}},"next":{original}}}"#);
    }
    original = format!(r#"{{"next":{original}}}"#);
    for target in [&GEMINI, &LANGCHAIN] {
        let (declared, codec) = compiled(schema, target);
        assert!(!declared.contains("always null"), "{declared}");
        let call = codec.encode("t", &original);
        assert!(call.issues.is_empty() && call.args.contains(r#"\"a\""#), "{:?}", call.args);
        assert_eq!(codec.restore("t", &call.args).args, original);
    }
}

#[test]
fn an_empty_text_of_arguments_stands_for_an_object_in_streams_too() {
    let codec = Codec::from_json(r#"{"version":1,"arguments":{"object":{"constants":{"kind":"box"}}}}"#);
    let codecs = Codecs::new([("t".to_owned(), codec.expect("it is one"))]);
    let call = r#"{"index":0,"id":"a","type":"function","function":{"name":"t","arguments":""}}"#;
    let event = |delta: &str, reason: &str| {
        format!(r#"data: {{"choices":[{{"index":0,"delta":{delta},"finish_reason":{reason}}}]}}"#) + "\n\n"
    };
    let mut restorer = Restorer::new(codecs.clone());
    let mut out = restorer.push(event(&format!(r#"{{"tool_calls":[{call}]}}"#), "null").as_bytes());
    out.extend(restorer.push(event("{}", "\"tool_calls\"").as_bytes()));
    out.extend(restorer.end());
    let whole = restore_response(&codecs, &format!(r#"{{"choices":[{{"message":{{"tool_calls":[{call}]}}}}]}}"#));
    for restored in [String::from_utf8(out).expect("it is text"), whole.body] {
        assert!(restored.contains(r#"{\"kind\":\"box\"}"#), "{restored}");
    }
}
