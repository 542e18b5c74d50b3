//! The harness itself: a declaration that keeps everything measures full, and each way to keep less
//! shows where it should.

use lapidary::{Options, transform};
use serde_json::{Value, json};

use crate::{
    claims::{Claim, Effect, in_arguments},
    corpus,
    draw::{Dice, declaration, original},
    judge::Judge,
    measure::{Measure, Measured, Original, Tally},
    names::names,
};

const DRAWS: usize = 60;

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "mode": { "enum": ["read", "write"] },
            "limit": { "anyOf": [{ "type": "integer", "exclusiveMinimum": 0 }, { "type": "null" }] },
            "files": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/file" } }
        },
        "required": ["files"],
        "$defs": { "file": { "type": "object", "properties": { "path": { "type": "string", "minLength": 3 } } } }
    })
}

fn declaration() -> Value {
    json!({
        "type": "OBJECT",
        "properties": {
            "mode": { "type": "STRING", "enum": ["read", "write"] },
            "limit": { "type": "INTEGER", "minimum": 1, "nullable": true },
            "files": {
                "type": "ARRAY",
                "minItems": "1",
                "items": { "type": "OBJECT", "properties": { "path": { "type": "STRING", "minLength": "3" } } }
            }
        },
        "required": ["files"]
    })
}

fn measure(schema: &Value, parameters: Option<&Value>) -> Measured {
    let line = json!({ "name": "tool", "inputSchema": schema }).to_string();
    let tool = corpus::tool(7, &line).expect("the line is a tool");
    Original::new(&tool, DRAWS).measure(parameters, &[])
}

/// What falls short when one value in the declaration is another.
fn shortfalls(pointer: &str, value: Value) -> Vec<String> {
    let mut declaration = declaration();
    *declaration.pointer_mut(pointer).expect("the pointer leads somewhere") = value;
    let measured = measure(&schema(), Some(&declaration));
    let told = measured.shortfalls.keys().filter(|(measure, _)| *measure != Measure::Untold);
    told.map(|(measure, cause)| format!("{measure:?} {cause}")).collect()
}

#[test]
fn a_faithful_declaration_measures_full() {
    let measured = measure(&schema(), Some(&declaration()));
    let all = Tally { right: DRAWS, judged: DRAWS };
    assert_eq!((measured.fidelity, measured.admitted), (all, all), "{:?}", measured.shortfalls);
    assert_eq!(measured.visible, Tally { right: 4, judged: 4 });
    assert!(measured.unjudged.is_empty());
}

#[test]
fn each_way_to_keep_less_shows() {
    assert_eq!(shortfalls("/properties/mode/enum", json!(["read", "append"])), ["Fidelity enum", "Admitted enum"]);
    assert_eq!(shortfalls("/properties/limit/nullable", json!(false)), ["Admitted type"]);
    assert_eq!(shortfalls("/properties/limit/minimum", json!(-50)), ["Fidelity anyOf > exclusiveMinimum"]);
    assert_eq!(shortfalls("/properties/files/minItems", json!(0)), ["Fidelity minItems"]);
    assert_eq!(shortfalls("/required", json!([])), ["Fidelity required"]);
    assert_eq!(shortfalls("/properties/files/items", json!({ "type": "OBJECT" })), ["Visible below $ref"]);
}

#[test]
fn an_empty_declaration_hides_everything() {
    let measured = measure(&schema(), None);
    assert_eq!(measured.visible, Tally { right: 0, judged: 4 });
    assert_eq!(measured.fidelity, Tally { right: 0, judged: DRAWS });
}

fn claims(schema: &Value) -> Vec<Claim> {
    let tool = json!({ "name": "tool", "inputSchema": schema }).to_string();
    transform(&tool, &Options::default()).tools[0].report.issues.iter().map(Claim::of).collect()
}

#[test]
fn a_gain_that_no_edit_tells_of_is_held_against_it() {
    let schema = json!({ "properties": { "rate": { "type": "number", "exclusiveMinimum": 0, "maximum": 1 } } });
    let closed =
        json!({ "type": "OBJECT", "properties": { "rate": { "type": "NUMBER", "minimum": 0, "maximum": 1 } } });
    let tool =
        corpus::tool(7, &json!({ "name": "tool", "inputSchema": schema }).to_string()).expect("the line is a tool");
    let untold = |claims: &[Claim]| {
        let shortfalls = Original::new(&tool, DRAWS).measure(Some(&closed), claims).shortfalls;
        shortfalls
            .into_keys()
            .filter(|(measure, _)| *measure == Measure::Untold)
            .map(|(_, cause)| cause)
            .collect::<Vec<_>>()
    };
    assert_eq!(untold(&[]), ["gain: exclusiveMinimum"]);
    assert!(untold(&claims(&schema)).is_empty());
}

#[test]
fn places_in_arguments_and_in_declarations_meet() {
    let above_zero = json!({ "type": "number", "exclusiveMinimum": 0 });
    let branches = json!([{ "type": "object", "properties": { "a": above_zero } }, { "type": "string" }]);
    let schema = json!({ "properties": { "properties": { "type": "array", "items": { "anyOf": branches } } } });
    let arguments = json!({ "properties": ["text", { "a": { "b": 1 } }] });
    let place = in_arguments("/properties/1/a/b", &arguments, Some(&schema));
    assert_eq!(place, ["properties", "a"]);
    assert!(claims(&schema).iter().any(|claim| claim.tells(Effect::Gains, &place)));
    assert!(!claims(&schema).iter().any(|claim| claim.tells(Effect::Loses, &place)));
}

#[test]
fn what_cannot_be_judged_is_no_success() {
    let dangling = measure(&json!({ "properties": { "a": { "$ref": "#/$defs/none" } } }), None);
    assert_eq!(dangling.fidelity.judged, 0);
    assert!(dangling.unjudged[0].starts_with("original: reference"), "{:?}", dangling.unjudged);
    let impossible = measure(&json!({ "required": ["a"], "properties": { "a": false } }), None);
    assert_eq!(impossible.unjudged, ["original: no valid arguments could be drawn"]);
}

#[test]
fn draws_are_the_same_for_the_same_seed() {
    let drawn = |index| {
        let mut dice = Dice::new(index, 0);
        (0..8).map(|_| declaration::arguments(Some(&declaration()), &mut dice)).collect::<Vec<_>>()
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
            "f": { "type": "array", "contains": { "enum": ["here"] } }
        }
    });
    let judge = Judge::new(&schema).expect("the schema compiles");
    let mut dice = Dice::new(1, 1);
    let drawn: Vec<Value> = (0..400).filter_map(|_| original::arguments(&schema, &mut dice)).collect();
    let valid: Vec<&Value> = drawn.iter().filter(|value| judge.takes(value)).collect();
    for name in ["a", "b", "c", "d", "e", "f"] {
        let seen = |value: &&&Value| value.get(name).is_some_and(|held| *held != json!({}));
        assert!(valid.iter().filter(seen).count() > 10, "{name} is hardly ever drawn");
    }
}

#[test]
fn names_are_found_at_every_level_once() {
    let schema = json!({
        "properties": { "tree": { "$ref": "#/definitions/node" }, "never": false },
        "items": { "properties": { "stray": {} } },
        "type": "object",
        "definitions": { "node": { "allOf": [{ "properties": {
            "label": { "oneOf": [{ "properties": { "text": {} } }, { "type": "string" }] },
            "children": { "items": [{ "$ref": "#/definitions/node" }] }
        } }] } }
    });
    let found: Vec<_> = names(&schema).into_keys().collect();
    let expected = [
        ("", "tree"),
        ("children", "children"),
        ("children", "label"),
        ("label", "text"),
        ("tree", "children"),
        ("tree", "label"),
    ];
    assert_eq!(found, expected);
}
