//! Measurements of a declaration.

use lapidary::Codec;
use serde_json::{Value, json};

use super::{DRAWS, answer, claims, measure, measure_in};
use crate::{
    claims::{Claim, Effect, Place},
    declared::Dialect,
    measure::{Measure, Tally},
    names::names,
    spelling::Spelling,
};

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

/// The shortfalls after one value in the declaration is changed.
fn shortfalls(pointer: &str, value: Value) -> Vec<String> {
    let mut declaration = declaration();
    *declaration.pointer_mut(pointer).expect("the pointer leads somewhere") = value;
    let measured = measure(&schema(), Some(&declaration));
    let kept = [Measure::Fidelity, Measure::Admitted, Measure::Visible];
    let told = measured.shortfalls.keys().filter(|(measure, _)| kept.contains(measure));
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

#[test]
fn what_a_door_does_not_enforce_counts_against_it() {
    let schema = json!({ "type": "object", "properties": { "id": { "type": "string", "pattern": "^[0-9]+$" } } });
    let measured = |dialect| {
        let answer = answer(dialect, Some(&schema), Codec::default(), Vec::new());
        measure_in(lapidary::Mode::DropIn, &schema, &answer).fidelity
    };
    assert!(measured(Dialect::JsonSchema).right < DRAWS);
    assert_eq!(measured(Dialect::Fields).right, DRAWS);
}

#[test]
fn a_gain_that_no_edit_tells_of_is_held_against_it() {
    let schema = json!({ "properties": { "rate": { "type": "number", "exclusiveMinimum": 0, "maximum": 1 } } });
    let closed =
        json!({ "type": "OBJECT", "properties": { "rate": { "type": "NUMBER", "minimum": 0, "maximum": 1 } } });
    let untold = |claims: Vec<Claim>| {
        let answer = answer(Dialect::Fields, Some(&closed), Codec::default(), claims);
        let shortfalls = measure_in(lapidary::Mode::DropIn, &schema, &answer).shortfalls;
        let untold = shortfalls.into_keys().filter(|(measure, _)| *measure == Measure::Untold);
        untold.map(|(_, cause)| cause).collect::<Vec<_>>()
    };
    assert_eq!(untold(Vec::new()), ["gain: exclusiveMinimum"]);
    assert!(untold(claims(&schema)).is_empty());
}

#[test]
fn places_in_arguments_and_in_declarations_meet() {
    let above_zero = json!({ "type": "number", "exclusiveMinimum": 0 });
    let branches = json!([{ "type": "object", "properties": { "a": above_zero } }, { "type": "string" }]);
    let schema = json!({ "properties": { "properties": { "type": "array", "items": { "anyOf": branches } } } });
    let arguments = json!({ "properties": ["text", { "a": { "b": 1 } }] });
    let place = Place::at("/properties/1/a/b", &arguments, &schema);
    assert!(claims(&schema).iter().any(|claim| claim.tells(Effect::Gains, &place)));
    assert!(!claims(&schema).iter().any(|claim| claim.tells(Effect::Loses, &place)));
    let elsewhere = Place::at("/other", &json!({ "other": 1 }), &json!({ "properties": { "other": {} } }));
    assert!(!claims(&schema).iter().any(|claim| claim.tells(Effect::Gains, &elsewhere)));
}

#[test]
fn a_claim_about_a_definition_holds_wherever_it_is_referred_to() {
    let mut issue = lapidary::check("{\"properties\":{\"a\":{\"minimum\":{}}}}", &lapidary::Options::default());
    let mut issue = issue.tools.remove(0).issues.remove(0);
    issue.accepts_more = Some("more".to_owned());
    issue.outputs = vec!["/$defs/node/properties/a".to_owned()];
    let claim = Claim::of(&issue);
    let meaning = json!({
        "properties": { "home": { "items": { "$ref": "#/$defs/node" } }, "a": {} },
        "$defs": { "node": { "properties": { "a": { "type": "string" } } } }
    });
    let tells = |pointer, arguments| claim.tells(Effect::Gains, &Place::at(pointer, &arguments, &meaning));
    assert!(tells("/home/0/a", json!({ "home": [{ "a": 1 }] })));
    assert!(!tells("/a", json!({ "a": 1 })));
    assert!(tells("/home", json!({ "home": [{ "a": 1 }] })), "it is below");
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
fn parameters_of_a_recursive_tool_count_with_all_the_names_that_lead_to_them() {
    let tree = json!({ "type": "object", "properties": { "label": {}, "children": { "items": { "$ref": "#" } } } });
    let levels = |levels: usize| {
        let end = json!({ "type": "ARRAY", "items": { "type": "OBJECT" } });
        let node = |inner| json!({ "type": "OBJECT", "properties": { "label": {}, "children": inner } });
        node((1..levels).fold(end, |inner, _| json!({ "type": "ARRAY", "items": node(inner) })))
    };
    let visible = |declared: usize| measure(&tree, Some(&levels(declared))).visible;
    assert_eq!(visible(6), Tally { right: 12, judged: 12 });
    assert_eq!(visible(3), Tally { right: 6, judged: 12 });
    let flat = json!({ "properties": { "a": { "$ref": "#/$defs/n" }, "b": { "$ref": "#/$defs/n" } }, "$defs": { "n": { "properties": { "c": {} } } } });
    assert_eq!(measure(&flat, None).visible.judged, 4, "what is referred to twice is not recursive");
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
    let found: Vec<_> = names(&schema, &Spelling::default()).into_keys().collect();
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
