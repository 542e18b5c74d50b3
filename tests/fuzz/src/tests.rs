//! Cases, and how they are cut down.

use lapidary_fidelity::{json, keywords::places};
use serde_json::{Value, json};

use crate::{case, seeds, shrink};

#[test]
fn a_case_is_the_same_each_time_and_another_for_another_seed() {
    let seeds = seeds::read().expect("the specs are there");
    let texts = |seed| (0..200).map(|at| case::schema(&seeds, case::index(seed, at)).to_string()).collect::<Vec<_>>();
    assert_eq!(texts(1), texts(1));
    let (one, two) = (texts(1), texts(2));
    assert!(one.iter().filter(|text| two.contains(text)).count() < 50);
}

#[test]
fn some_cases_have_hundreds_of_a_part() {
    let seeds = seeds::read().expect("the specs are there");
    let drawn = (0..3_000).map(|at| case::schema(&seeds, case::index(1, at))).collect::<Vec<_>>();
    let widest = |schema: &Value| {
        let held = places(schema).into_iter().filter_map(|place| schema.pointer(&place)?.as_object());
        let parts = held.flat_map(|held| held.values());
        parts
            .map(|part| part.as_array().map_or(0, Vec::len).max(part.as_object().map_or(0, serde_json::Map::len)))
            .max()
    };
    let wide = drawn.iter().filter(|schema| widest(schema).is_some_and(|widest| widest > 200)).count();
    assert!((20..80).contains(&wide), "{wide}");
    assert!(drawn.iter().all(|schema| schema.to_string().len() <= seeds::BYTES + case::GROWN));
}

#[test]
fn a_doubled_member_is_written_twice_and_the_later_one_holds() {
    let schema = json!({ "\u{1}type": "array", "type": "object" });
    let tool = case::tool(&schema, 0);
    assert_eq!(tool.text, r#"{"name":"t","inputSchema":{"type":"array","type":"object"}}"#);
    assert_eq!(tool.schema, Ok(json!({ "type": "object" })));
    let lone = case::tool(&json!({ "\u{1}type": "array" }), 0);
    for tool in [tool, lone] {
        assert_eq!(Ok(&json::read(&tool.text).expect("it is JSON")["inputSchema"]), tool.schema.as_ref());
    }
}

#[test]
fn every_schema_in_a_schema_has_a_place() {
    let schema = json!({
        "properties": { "a/b": { "anyOf": [true, { "not": {} }] } },
        "enum": [{ "items": {} }],
        "dependencies": { "a": ["b"], "c": {} }
    });
    let expected = [
        "",
        "/properties/a~1b",
        "/dependencies/c",
        "/properties/a~1b/anyOf/0",
        "/properties/a~1b/anyOf/1",
        "/properties/a~1b/anyOf/1/not",
    ];
    assert_eq!(places(&schema), expected);
}

#[test]
fn a_fault_is_cut_down_to_what_it_needs() {
    let planted = json!({
        "type": "object",
        "description": "not needed",
        "properties": {
            "left": { "type": "string" },
            "right": { "allOf": [{ "enum": ["x", "y", { "deep": 1 }] }, { "minLength": 1 }], "title": "t" }
        },
        "required": ["left", "right"]
    });
    // Faulty is an enum with "y", in a member that is required.
    let is_faulty = |schema: &Value| {
        let required =
            |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|one| one == name));
        let holds = |schema: &Value| schema.to_string().contains("enum") && schema.to_string().contains("\"y\"");
        let mut members = schema["properties"].as_object().into_iter().flatten();
        members.any(|(name, schema)| required(name) && holds(schema))
    };
    let first = |schemas: &[Value]| Ok(schemas.iter().position(is_faulty).map(|at| (at, ())));
    let cut = shrink::cut(planted, first).expect("nothing fails").map(|(schema, ())| schema);
    assert_eq!(cut, Some(json!({ "properties": { "a": { "enum": ["y"] } }, "required": ["a"] })));
    let sound = shrink::cut(json!({ "type": "object" }), first).expect("nothing fails");
    assert_eq!(sound, None);
}
