//! Schemas of the suite as tools.

use jsonschema::Draft;
use lapidary_fidelity::judge::Judge;
use serde_json::{Value, json};

use crate::{embed::embedded, members::has_arguments};

/// Whether a schema takes a value where it stands, and as a member.
fn takes(draft: Draft, schema: &Value, value: &Value) -> [bool; 2] {
    let tool = json!({ "type": "object", "properties": { "v": embedded(schema, draft) }, "required": ["v"] });
    let judge = |schema| Judge::of_draft(schema, draft).expect("it is a schema");
    [judge(schema).takes(value), judge(&tool).takes(&json!({ "v": value }))]
}

#[test]
fn references_work_where_a_schema_is_moved_to() {
    let newest = Draft::Draft202012;
    let list = json!({ "type": "array", "items": { "$ref": "#" } });
    assert_eq!(takes(newest, &list, &json!([[[]]])), [true, true]);
    assert_eq!(takes(newest, &list, &json!([[1]])), [false, false]);
    let defined =
        json!({ "properties": { "$ref": { "$ref": "#/$defs/a~1b" } }, "$defs": { "a/b": { "type": "string" } } });
    assert_eq!(takes(newest, &defined, &json!({ "$ref": 1 })), [false, false]);
    let anchored = json!({ "$ref": "#here", "$defs": { "a": { "$anchor": "here", "type": "string" } } });
    assert_eq!(takes(newest, &anchored, &json!(1)), [false, false]);
    let data = json!({ "enum": [{ "$ref": "#/a" }] });
    assert_eq!(takes(newest, &data, &json!({ "$ref": "#/a" })), [true, true]);
}

#[test]
fn resources_keep_their_own_references() {
    let named = json!({ "$id": "http://example.com/a", "$ref": "#/$defs/s", "$defs": { "s": { "type": "string" } } });
    assert_eq!(takes(Draft::Draft201909, &named, &json!(1)), [false, false]);
    let inner = json!({ "items": { "$id": "http://example.com/b", "items": { "$ref": "#" }, "type": "array" } });
    assert_eq!(takes(Draft::Draft7, &inner, &json!([[[1]]])), [false, false]);
    assert_eq!(takes(Draft::Draft7, &inner, &json!([[[]]])), [true, true]);
    let recursive = json!({ "type": "array", "items": { "$recursiveRef": "#" } });
    assert_eq!(takes(Draft::Draft201909, &recursive, &json!([1])), [false, false]);
}

#[test]
fn arguments_are_members_that_are_spoken_of() {
    let yes = [
        json!({ "required": ["a"] }),
        json!({ "anyOf": [{ "const": { "a": 1 } }] }),
        json!({ "if": { "$ref": "#/$defs/a" }, "$defs": { "a": { "propertyNames": true } } }),
        json!({ "allOf": [{ "$ref": "#" }, { "patternProperties": {} }] }),
    ];
    let no =
        [json!({ "type": "object" }), json!({ "enum": [{}] }), json!({ "items": { "required": ["a"] } }), json!(true)];
    assert!(yes.iter().all(has_arguments));
    assert!(!no.iter().any(has_arguments));
}
