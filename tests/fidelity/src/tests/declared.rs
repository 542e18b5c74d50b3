//! The meaning of declarations.

use serde_json::{Value, json};

use crate::{
    declared::{Declared, Dialect, World},
    judge::Judge,
};

fn judge(declaration: &Value, world: World) -> Judge {
    let declared = Declared::read(&declaration.to_string()).expect("it is a declaration");
    Judge::new(&declared.meaning(world)).expect("the meaning compiles")
}

#[test]
fn each_envelope_is_read_in_its_dialect() {
    let read =
        |declaration: Value| Declared::read(&declaration.to_string()).map(|declared| (declared.dialect, declared.name));
    let schema = json!({ "type": "object" });
    let named = |dialect| Some((dialect, "t".to_owned()));
    assert_eq!(read(json!({ "name": "t", "parameters": schema })), named(Dialect::Fields));
    assert_eq!(read(json!({ "name": "t", "parametersJsonSchema": schema })), named(Dialect::JsonSchema));
    let function = json!({ "name": "t", "parameters": schema, "strict": true });
    assert_eq!(read(json!({ "type": "function", "function": function })), named(Dialect::Strict));
    assert_eq!(read(json!({ "name": "t" })), named(Dialect::Fields));
}

#[test]
fn the_fields_of_vertex_are_enforced() {
    let judge = judge(
        &json!({ "name": "t", "parameters": {
            "type": "OBJECT",
            "properties": {
                "map": { "type": "OBJECT", "additionalProperties": { "type": "INTEGER", "minimum": 1 } },
                "node": { "ref": "#/defs/node" },
                "shut": { "type": "OBJECT", "properties": { "a": { "type": "STRING" } }, "additionalProperties": false }
            },
            "defs": { "node": { "type": "OBJECT", "nullable": true, "properties": { "next": { "ref": "#/defs/node" } } } }
        } }),
        World::Open,
    );
    assert!(judge.takes(&json!({ "map": { "x": 1 }, "node": { "next": { "next": null } }, "more": 1 })));
    assert!(!judge.takes(&json!({ "map": { "x": 0 } })));
    assert!(!judge.takes(&json!({ "node": { "next": { "next": 1 } } })));
    assert!(!judge.takes(&json!({ "shut": { "b": "x" } })));
}

#[test]
fn the_json_schema_door_enforces_what_is_documented() {
    let judge = judge(
        &json!({ "name": "t", "parametersJsonSchema": {
            "type": "object",
            "properties": {
                "text": { "type": "string", "pattern": "^a", "minLength": 9, "const": "b", "format": "uuid" },
                "one": { "oneOf": [{ "type": "integer" }, { "type": "number", "nullable": true }] },
                "list": { "type": "array", "prefixItems": [{ "enum": [1, null] }], "items": { "type": "boolean" }, "uniqueItems": true },
                "tree": { "$ref": "#/$defs/tree" }
            },
            "$defs": { "tree": { "type": "object", "required": ["leaf"], "minProperties": 3 } }
        } }),
        World::Open,
    );
    assert!(judge.takes(&json!({ "text": "x", "one": 1, "list": [null, true, true], "tree": { "leaf": 1 } })));
    assert!(judge.takes(&json!({ "one": null })), "both alternatives take 1, and one takes null");
    for refused in [
        json!({ "text": 1 }),
        json!({ "one": "x" }),
        json!({ "list": [2] }),
        json!({ "list": [1, 1] }),
        json!({ "tree": {} }),
    ] {
        assert!(!judge.takes(&refused), "{refused}");
    }
}

#[test]
fn strict_functions_are_taken_at_their_word() {
    let schema = json!({
        "type": "object",
        "properties": { "n": { "type": ["integer", "null"], "multipleOf": 5 }, "k": { "const": "x" } },
        "required": ["n", "k"],
        "additionalProperties": false
    });
    let judge = judge(&json!({ "function": { "name": "t", "parameters": schema } }), World::Closed);
    assert!(judge.takes(&json!({ "n": 10, "k": "x" })));
    for refused in [json!({ "n": 3, "k": "x" }), json!({ "n": 5 }), json!({ "n": null, "k": "x", "m": 1 })] {
        assert!(!judge.takes(&refused), "{refused}");
    }
}

#[test]
fn in_a_closed_world_what_is_not_declared_cannot_be_sent() {
    let declaration = json!({ "name": "t", "parameters": {
        "type": "OBJECT",
        "properties": {
            "bare": { "type": "OBJECT" },
            "either": { "anyOf": [
                { "type": "OBJECT", "properties": { "a": { "type": "STRING" } } },
                { "type": "OBJECT", "properties": { "b": { "type": "STRING" } } },
                { "type": "STRING" }
            ] },
            "list": { "type": "ARRAY", "items": { "type": "OBJECT", "properties": { "c": { "type": "STRING" } } } }
        }
    } });
    let (open, closed) = (judge(&declaration, World::Open), judge(&declaration, World::Closed));
    assert!(closed.takes(&json!({ "bare": {}, "either": { "b": "x" }, "list": [{ "c": "x" }] })));
    assert!(closed.takes(&json!({ "either": "x" })));
    for beyond in [
        json!({ "bare": { "x": 1 } }),
        json!({ "either": { "c": 1 } }),
        json!({ "list": [{ "d": 1 }] }),
        json!({ "x": 1 }),
    ] {
        assert!(open.takes(&beyond), "{beyond}");
        assert!(!closed.takes(&beyond), "{beyond}");
    }
    assert!(!judge(&json!({ "name": "t" }), World::Closed).takes(&json!({ "x": 1 })));
}
