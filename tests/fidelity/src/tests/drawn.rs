//! Drawn values.

use serde_json::{Value, json};

use crate::{
    declared::{Declared, Dialect, World},
    draw::{Dice, Manner, draw, lenient},
    judge::Judge,
};

fn drawn(schema: &Value, manner: Manner) -> Vec<Value> {
    let judge = Judge::new(schema).expect("the schema compiles");
    let mut dice = Dice::new(1, 1);
    (0..2_000).filter_map(|_| draw(schema, manner, &mut dice)).filter(|value| judge.takes(value)).collect()
}

#[test]
fn draws_are_the_same_for_the_same_seed() {
    let schema = json!({ "properties": { "a": { "type": "string" }, "b": { "type": "number" } } });
    let drawn = |index| {
        let mut dice = Dice::new(index, 0);
        (0..8).map(|_| draw(&schema, Manner::MODEL, &mut dice)).collect::<Vec<_>>()
    };
    assert_eq!(drawn(3), drawn(3));
    assert_ne!(drawn(3), drawn(4));
}

#[test]
fn originals_of_every_keyword_can_be_drawn() {
    let schema = json!({
        "allOf": [{ "properties": { "a": { "type": ["integer", "null"], "multipleOf": 5, "minimum": 3 } } }],
        "oneOf": [{ "required": ["a"] }, { "required": ["b"] }],
        "properties": {
            "b": { "prefixItems": [{ "const": 1 }, { "type": "boolean" }], "items": false, "minItems": 2 },
            "c": { "patternProperties": { "^x-[a-z]+$": { "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1 } } },
            "d": { "additionalProperties": { "$ref": "#" }, "propertyNames": { "pattern": "^[a-z]{2,4}$" } },
            "e": { "if": { "type": "string" }, "then": { "pattern": "^\\d{4}-\\d\\d$" }, "else": { "type": "boolean" } },
            "f": { "type": "array", "contains": { "enum": ["here"] } },
            "g": { "$ref": "#here" },
            "h": { "type": "object" }
        },
        "$defs": { "anchored": { "$anchor": "here", "type": "string" } }
    });
    let valid = drawn(&schema, Manner::CALLER);
    for name in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        let seen = |value: &&Value| value.get(name).is_some_and(|held| *held != json!({}));
        assert!(valid.iter().filter(seen).count() > 10, "{name} is hardly ever drawn");
    }
}

#[test]
fn a_model_fills_what_the_json_schema_door_declares() {
    let schema = json!({
        "type": "object",
        "properties": {
            "node": { "$ref": "#/$defs/node" },
            "pair": { "prefixItems": [{ "type": "string" }, { "type": "integer" }], "type": "array" },
            "map": { "type": "object", "additionalProperties": { "type": "integer" } },
            "level": { "enum": [1, 2.5, true, null, "high"] },
            "either": { "oneOf": [{ "type": "boolean" }, { "type": "null" }] },
            "many": { "type": ["string", "null"] }
        },
        "$defs": { "node": { "type": "object", "properties": { "next": { "$ref": "#/$defs/node" } } } }
    });
    let declared = Declared { name: String::new(), dialect: Dialect::JsonSchema, schema: Some(schema) };
    let drawn = drawn(&declared.meaning(World::Open), Manner::MODEL);
    let seen = |pointer: &str, is: fn(&Value) -> bool| drawn.iter().any(|value| value.pointer(pointer).is_some_and(is));
    assert!(seen("/node/next/next", Value::is_object));
    assert!(seen("/pair/1", Value::is_i64));
    assert!(seen("/map", |map| map.as_object().is_some_and(|map| map.values().any(Value::is_i64))));
    for is in [Value::is_f64, Value::is_boolean, Value::is_null, Value::is_string] {
        assert!(seen("/level", is));
    }
    assert!(seen("/either", Value::is_null) && seen("/either", Value::is_boolean));
    assert!(seen("/many", Value::is_null) && seen("/many", Value::is_string));
}

#[test]
fn a_careless_model_sends_nulls_fractions_of_zero_and_no_constants() {
    let schema = json!({
        "properties": {
            "kind": { "type": "string", "enum": ["file"] },
            "name": { "type": "string" },
            "size": { "type": "integer" },
            "one": { "anyOf": [{ "properties": { "tag": { "enum": ["a"] } }, "required": ["tag"], "type": "object" }] }
        },
        "required": ["kind", "size", "one"]
    });
    let drawn = drawn(&lenient(&schema), Manner::CARELESS);
    assert!(drawn.iter().any(|value| value.get("kind").is_none()));
    assert!(drawn.iter().any(|value| value["name"].is_null()));
    assert!(drawn.iter().any(|value| value["size"].is_f64()));
    assert!(drawn.iter().all(|value| value["one"]["tag"] == "a"), "what tells branches apart is always sent");
    assert!(drawn.iter().all(|value| !value["size"].is_null()), "what is required is never null");
}

#[test]
fn recursion_and_depth_are_drawn_as_far_as_is_asked_for() {
    let list = json!({ "properties": { "next": { "$ref": "#" } } });
    let depth = |manner| {
        let deepest = |value: &Value| {
            let mut at = value;
            let mut depth = 1;
            while let Some(next) = at.get("next") {
                (at, depth) = (next, depth + 1);
            }
            depth
        };
        drawn(&list, manner).iter().map(deepest).max()
    };
    assert_eq!(depth(Manner { recursion: 1, ..Manner::CALLER }), Some(2));
    assert_eq!(depth(Manner { recursion: 100, depth: 30, eager: true, ..Manner::CALLER }), Some(31));
}
