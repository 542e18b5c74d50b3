//! The verdicts on patterns.

use lapidary::{Codec, GEMINI_API, Mode};
use serde_json::{Value, json};

use super::answer;
use crate::{
    answer::Run,
    declared::Dialect,
    oracle,
    torture::{pattern, verdict},
};

/// The verdict on a declaration of a schema, made by hand.
fn verdict(schema: &Value, declaration: &Value, mode: Mode) -> String {
    let file = json!([{ "name": "t", "pattern": "p", "inputSchema": schema }]).to_string();
    let patterns = pattern::read(&file).expect("it is a file of patterns");
    let answer = answer(Dialect::Fields, Some(declaration), Codec::default(), Vec::new());
    let accepted: oracle::Verdict =
        serde_json::from_value(json!({ "accepted": true, "refusals": [] })).expect("it is one");
    let run = Run { target: &GEMINI_API, mode };
    verdict::row(&patterns[0], Some(&answer), &accepted, run, 20).verdict.to_string()
}

fn of(member: &Value) -> Value {
    json!({ "type": "object", "properties": { "a": member } })
}

#[test]
fn what_is_kept_is_exact() {
    let text = json!({ "type": "string", "minLength": 2, "description": "d" });
    assert_eq!(verdict(&of(&text), &of(&text), Mode::DropIn), "✓");
    let tuple = json!({ "type": "object", "nullable": true, "properties": { "b": { "type": "INTEGER" } } });
    assert_eq!(verdict(&of(&tuple), &of(&tuple), Mode::DropIn), "✓", "neighbouring languages are understood");
    let open = json!({ "type": "integer", "minimum": 0, "exclusiveMinimum": true, "maximum": 9 });
    let closed = json!({ "type": "INTEGER", "minimum": 1, "maximum": 9 });
    assert_eq!(verdict(&of(&open), &of(&closed), Mode::DropIn), "✓", "draft 4's flags are understood");
}

#[test]
fn invalid_arguments_that_pass_are_a_loss() {
    let found =
        verdict(&of(&json!({ "type": "integer", "multipleOf": 5 })), &of(&json!({ "type": "INTEGER" })), Mode::DropIn);
    assert!(found.starts_with('~') && found != "~d", "{found}");
}

#[test]
fn a_lost_description_is_a_loss() {
    let told = json!({ "type": "string", "description": "d" });
    assert_eq!(verdict(&of(&told), &of(&json!({ "type": "STRING" })), Mode::DropIn), "~d");
}

#[test]
fn valid_arguments_that_cannot_be_sent_are_wrong() {
    let map = json!({ "type": "object", "additionalProperties": { "type": "integer" } });
    assert!(verdict(&of(&map), &of(&json!({ "type": "OBJECT" })), Mode::DropIn).starts_with('✗'));
    let nothing = json!({ "type": "object" });
    assert!(verdict(&of(&json!({ "type": "string" })), &nothing, Mode::RoundTrip).starts_with('✗'));
}

#[test]
fn recursion_is_probed_two_levels_deep() {
    let node = json!({ "type": "object", "properties": { "next": { "$ref": "#/properties/a" } } });
    let unfolded = |levels: usize| {
        let end = json!({ "type": "OBJECT" });
        (1..levels).fold(end, |inner, _| json!({ "type": "OBJECT", "properties": { "next": inner } }))
    };
    assert!(verdict(&of(&node), &of(&unfolded(1)), Mode::DropIn).starts_with('✗'));
    assert!(!verdict(&of(&node), &of(&unfolded(3)), Mode::DropIn).starts_with('✗'));
}
