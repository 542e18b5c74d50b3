//! Measurements with encoded arguments.

use std::thread;

use lapidary::{Codec, Mode};
use serde_json::{Value, json};

use super::{DRAWS, answer, measure_in};
use crate::{
    corpus,
    declared::Dialect,
    draw::{Dice, Texts},
    json,
    measure::{Measure, Measured, Tally},
    names::names,
    spelling::Spelling,
};

const ALL: Tally = Tally { right: DRAWS, judged: DRAWS };

fn codec(arguments: Value) -> Codec {
    Codec::from_json(&json!({ "version": 1, "arguments": arguments }).to_string()).expect("it is a codec")
}

fn measured(schema: &Value, declaration: &Value, codec: Codec) -> Measured {
    measure_in(Mode::RoundTrip, schema, &answer(Dialect::Fields, Some(declaration), codec, Vec::new()))
}

/// A map, and the entries that it is declared as.
fn map() -> (Value, Value, Value) {
    let schema = json!({ "type": "object", "properties": {
        "labels": { "type": "object", "additionalProperties": { "type": "integer" } },
        "size": { "type": "integer" }
    } });
    let entry = json!({
        "type": "OBJECT",
        "properties": { "key": { "type": "STRING" }, "value": { "type": "INTEGER" } },
        "required": ["key", "value"]
    });
    let declaration = json!({ "type": "OBJECT", "properties": {
        "labels": { "type": "ARRAY", "items": entry }, "size": { "type": "INTEGER" }
    } });
    let code = json!({ "object": {
        "properties": { "labels": { "entries": { "value": "integer" } } },
        "optional": ["labels", "size"],
        "integers": ["size"]
    } });
    (schema, declaration, code)
}

#[test]
fn a_map_that_goes_as_entries_measures_full() {
    let (schema, declaration, code) = map();
    let measured = measured(&schema, &declaration, codec(code));
    assert_eq!(
        (measured.fidelity, measured.admitted, measured.round_trip),
        (ALL, ALL, ALL),
        "{:?}",
        measured.shortfalls
    );
}

#[test]
fn a_codec_that_does_nothing_is_found_out() {
    let (schema, declaration, _) = map();
    let measured = measured(&schema, &declaration, Codec::default());
    assert!(measured.fidelity.right < DRAWS && measured.admitted.right < DRAWS);
    assert_eq!(measured.round_trip, ALL);
}

#[test]
fn null_for_what_is_missing_has_to_be_restored() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    let declaration = json!({ "type": "OBJECT", "properties": { "a": { "type": "STRING" } } });
    let untouched = measured(&schema, &declaration, Codec::default());
    // It counts, and is no gain of the declaration, which does not take it.
    let causes: Vec<_> = untouched.shortfalls.keys().cloned().collect();
    assert_eq!(causes, [(Measure::Fidelity, "type, not declared".to_owned())]);
    let restored = measured(&schema, &declaration, codec(json!({ "object": { "optional": ["a"] } })));
    assert_eq!(restored.fidelity, ALL, "{:?}", restored.shortfalls);
}

#[test]
fn what_is_sent_has_to_arrive() {
    assert!(json::is_within(&json!({ "a": [5.0, { "b": null }] }), &json!({ "a": [5, {}], "c": "filled in" })));
    assert!(json::is_within(&json!({ "json": "{ \"x\": [1] }" }), &json!({ "json": "{\"x\":[1]}" })));
    assert!(!json::is_within(&json!({ "a": [1, 2] }), &json!({ "a": [1] })));
    assert!(!json::is_within(&json!({ "a": 1, "b": 2 }), &json!({ "a": 1 })));
    let sent = json!([{ "key": "k", "value": { "json": "[5, \"x\"]" } }, { "gone": null }]);
    assert!(json::has_arrived(&sent, &json!({ "k": [5.0, "x"] })));
    assert!(!json::has_arrived(&sent, &json!({ "k": [5.0] })));
    assert!(json::same(&json!({ "n": 3.0 }), &json!({ "n": 3 })));
    assert!(!json::same(&json!({ "n": null }), &json!({})));
}

#[test]
fn json_text_is_written_wherever_the_codec_reads_it() {
    let codec = codec(json!({ "object": { "properties": {
        "any": { "array": "any" },
        "tree": { "union": [{ "when": { "kind": "string" }, "code": "json" }] },
        "map": { "entries": { "value": { "member": { "name": "wrapped", "value": "json" } } } }
    } } }));
    let wire = json!({
        "any": [{ "json": "?" }, "?"],
        "tree": "?",
        "map": [{ "key": "?", "value": { "wrapped": "?" } }],
        "plain": "?"
    });
    let seen = json!({ "tree": "{\"seen\":true}" });
    let mut written = wire.clone();
    Texts::of(&codec, [seen]).write(&mut written, &mut Dice::new(1, 0));
    for pointer in ["/any/0/json", "/tree", "/map/0/value/wrapped"] {
        let text = written.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        assert!(json::read(text).is_ok_and(|value| value.is_object() || value.is_array()), "{pointer}: {text}");
    }
    assert_eq!(written["tree"], "{\"seen\":true}");
    for pointer in ["/any/1", "/map/0/key", "/plain"] {
        assert_eq!(written.pointer(pointer), wire.pointer(pointer));
    }
}

#[test]
fn names_are_the_originals_and_wrappers_have_none() {
    let codec = codec(json!({ "object": {
        "names": { "a_b": "a b" },
        "properties": { "point": { "member": { "name": "value" } } }
    } }));
    let declared = json!({ "properties": {
        "a_b": {}, "point": { "properties": { "value": { "properties": { "x": {} } } } }
    } });
    let found = names(&declared, &Spelling::of(&codec));
    for name in [("", "a b"), ("", "point"), ("point", "x")] {
        assert!(found.contains_key(&name), "{name:?} in {found:?}");
    }
}

#[test]
fn tools_of_any_depth_are_read() {
    let (deep, end) = (r#"{"properties":{"a":"#.repeat(5_000), "}}".repeat(5_000));
    let line = format!(r#"{{"name":"deep","inputSchema":{deep}{{}}{end}}}"#);
    let read = move || corpus::tool(0, &line).is_ok_and(|tool| tool.schema.is_ok());
    let reader = thread::Builder::new().stack_size(json::STACK).spawn(read).expect("it starts");
    assert!(reader.join().expect("it ends"));
}
