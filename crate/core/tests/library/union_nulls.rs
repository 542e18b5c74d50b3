//! Null for members of other alternatives, and constants that are numbers.

use lapidary::{Call, Mode, Options, Output, Target, transform};
use serde_json::{Value as Json, from_str, json};

const TARGETS: [&Target; 2] = [&lapidary::GEMINI, &lapidary::OPENAI_STRICT];

/// A call of a tool whose argument `u` is of one of some alternatives, restored.
fn call(target: &'static Target, alternatives: &Json, sent: &Json) -> Call {
    let schema = json!({"type": "object", "properties": {"u": {"anyOf": alternatives}}, "required": ["u"]});
    let tool = json!({"name": "f", "inputSchema": schema});
    let options = Options::new(target).mode(Mode::RoundTrip);
    let done = transform(&tool.to_string(), &options, &Output::default());
    let codec = &done.tools().first().expect("one tool").codec;
    codec.restore("f", &json!({"u": sent}).to_string())
}

fn restores(target: &'static Target, alternatives: &Json, sent: &Json, original: &Json) {
    let restored = call(target, alternatives, sent);
    assert!(restored.issues.is_empty(), "{restored:?}");
    assert_eq!(from_str::<Json>(&restored.args).expect("JSON")["u"], *original, "{} for {}", sent, target.id);
}

fn object(properties: Json, required: &[&str], closed: bool) -> Json {
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": !closed})
}

fn map(of: &str) -> Json {
    json!({"type": "object", "additionalProperties": {"type": of}})
}

fn tagged(closed: bool) -> Json {
    let circle = object(json!({"r": {"type": "integer"}, "l": {"type": "string"}}), &["r"], true);
    json!([
        object(json!({"circle": circle}), &["circle"], closed),
        object(json!({"tags": map("string")}), &["tags"], closed)
    ])
}

#[test]
fn null_for_what_another_alternative_requires_does_not_select_it() {
    for target in TARGETS {
        let tags = json!([{"key": "x", "value": "1"}]);
        restores(target, &tagged(true), &json!({"circle": null, "tags": tags}), &json!({"tags": {"x": "1"}}));
        restores(
            target,
            &tagged(true),
            &json!({"tags": null, "circle": {"r": 1.0, "l": null}}),
            &json!({"circle": {"r": 1}}),
        );
        let optional = json!([
            object(json!({"name": {"type": "string"}}), &["name"], true),
            object(json!({"tags": map("string")}), &[], true),
        ]);
        restores(target, &optional, &json!({"name": null, "tags": tags}), &json!({"tags": {"x": "1"}}));
    }
}

#[test]
fn null_stays_where_an_alternative_allows_further_members() {
    let sent = json!({"circle": null, "tags": [{"key": "x", "value": "1"}]});
    let open = json!([
        {"type": "object", "properties": {"circle": {"type": "integer"}}, "required": ["circle"]},
        {"type": "object", "properties": {"tags": map("string")}, "required": ["tags"]},
    ]);
    restores(&lapidary::GEMINI, &open, &sent, &json!({"circle": null, "tags": {"x": "1"}}));
}

#[test]
fn null_beside_a_wrapped_value_does_not_select_another_alternative() {
    let named = object(json!({"name": {"type": "string"}, "n": {"type": "integer"}}), &["name"], true);
    let alternatives = json!([map("integer"), named, {"type": "array", "items": {"type": "integer"}}]);
    for target in TARGETS {
        let sent = json!({"value": [{"key": "a", "value": 1.0}], "name": null});
        restores(target, &alternatives, &sent, &json!({"a": 1}));
        restores(target, &alternatives, &json!({"name": "x", "n": 5.0, "value": null}), &json!({"name": "x", "n": 5}));
    }
}

#[test]
fn null_selects_the_alternative_that_requires_a_nullable_member() {
    let nullable = json!({"type": ["string", "null"]});
    let more = object(json!({"id": {"type": "string"}, "up": nullable, "m": map("string")}), &["id", "up"], true);
    let alternatives = json!([more, object(json!({"id": {"type": "string"}}), &["id"], true)]);
    let free = json!([
        object(json!({"up": nullable, "m": map("string")}), &["up"], true),
        object(json!({"b": {"type": "integer"}}), &[], true),
    ]);
    for target in TARGETS {
        let m = json!([{"key": "k", "value": "v"}]);
        let original = json!({"id": "a", "up": null, "m": {"k": "v"}});
        restores(target, &alternatives, &json!({"id": "a", "up": null, "m": m}), &original);
        restores(target, &free, &json!({"up": null, "m": m}), &json!({"up": null, "m": {"k": "v"}}));
    }
}

/// Of two that fit, the one is chosen that may have the null.
#[test]
fn null_that_no_alternative_allows_is_as_if_absent() {
    let more = object(json!({"id": {"type": "integer"}, "up": {"type": "string"}}), &["id", "up"], true);
    let alternatives = json!([more, object(json!({"id": {"type": "integer"}}), &["id"], true)]);
    restores(&lapidary::GEMINI, &alternatives, &json!({"id": 1.0, "up": null}), &json!({"id": 1}));
    let only = json!([more, map("string")]);
    restores(&lapidary::GEMINI, &only, &json!({"id": 1.0, "up": null}), &json!({"id": 1, "up": null}));
}

#[test]
fn a_constant_number_tells_alternatives_apart() {
    let of = |version: Json, properties: Json| {
        let mut properties = properties;
        properties["v"] = json!({"const": version});
        object(properties, &["v"], true)
    };
    let alternatives =
        json!([of(json!(1), json!({"x": {"type": "integer"}})), of(json!(2), json!({"m": map("string")}))]);
    for version in [json!(2), json!(2.0), json!("2")] {
        let sent = json!({"v": version, "m": [{"key": "a", "value": "b"}]});
        let restored = call(&lapidary::GEMINI, &alternatives, &sent);
        assert!(restored.issues[0].message.contains("none of the"), "{restored:?}");
        assert_eq!(from_str::<Json>(&restored.args).expect("JSON")["u"], sent);
    }
    restores(&lapidary::GEMINI, &alternatives, &json!({"v": 1.0, "x": 5.0}), &json!({"v": 1, "x": 5}));
    restores(&lapidary::GEMINI, &alternatives, &json!({"x": 5.0, "v": 1}), &json!({"x": 5, "v": 1}));
    let sent = json!({"v": 2, "m": [{"key": "a", "value": "b"}]});
    restores(&lapidary::OPENAI_STRICT, &alternatives, &sent, &json!({"v": 2, "m": {"a": "b"}}));
}
