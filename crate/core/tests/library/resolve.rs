//! What `$dynamicRef` and `$recursiveRef` refer to, as seen in the output.

use lapidary::{GEMINI_API, Options, Output, diff, transform};
use serde_json::{Value as Json, json};

/// The lowered properties, and whether any issue reports an undecided reference.
fn lowered(schema: &Json) -> (Json, bool) {
    let tool = json!({"name": "t", "inputSchema": schema}).to_string();
    let out = transform(&tool, &Options::new(&GEMINI_API).hints(false), &Output::default());
    let undecided = out.tools()[0].report.issues.iter().any(|issue| issue.message.contains("depending on the path"));
    let output: Json = serde_json::from_str(&out.output.expect("it is a tool")).expect("it is JSON");
    (output["parameters"]["properties"].clone(), undecided)
}

/// A list whose item schema is determined by the schema that uses it.
fn generic_list() -> Json {
    json!({
        "$id": "list",
        "type": "array",
        "items": {"$dynamicRef": "#item"},
        "$defs": {"default": {"$dynamicAnchor": "item", "type": "boolean"}}
    })
}

fn list_of(kind: &str, id: &str) -> Json {
    json!({"$id": id, "$ref": "list", "$defs": {"item": {"$dynamicAnchor": "item", "type": kind}}})
}

#[test]
fn the_only_place_of_a_name_is_meant() {
    let schema = json!({"type": "object", "properties": {"p": {"$ref": "list"}}, "$defs": {"list": generic_list()}});
    let (properties, undecided) = lowered(&schema);
    assert_eq!(properties["p"], json!({"type": "array", "items": {"type": "boolean"}}));
    assert!(!undecided);
}

#[test]
fn the_root_is_outermost_on_every_way() {
    let schema = json!({
        "$id": "http://x/root",
        "type": "object",
        "properties": {"p": {"$ref": "list"}},
        "$defs": {"list": generic_list(), "mine": {"$dynamicAnchor": "item", "type": "integer"}}
    });
    assert_eq!(lowered(&schema).0["p"]["items"], json!({"type": "integer"}));
}

#[test]
fn the_resource_on_the_one_way_decides() {
    let schema = json!({
        "$id": "http://x/root",
        "type": "object",
        "properties": {"p": {"$ref": "strings"}},
        "$defs": {"strings": list_of("string", "strings"), "unused": list_of("number", "numbers"), "list": generic_list()}
    });
    let (properties, undecided) = lowered(&schema);
    assert_eq!(properties["p"]["items"], json!({"type": "string"}));
    assert!(!undecided);
}

#[test]
fn two_ways_leave_the_nearest_and_say_so() {
    let schema = json!({
        "$id": "http://x/root",
        "type": "object",
        "properties": {"p": {"$ref": "strings"}, "q": {"$ref": "numbers"}},
        "$defs": {"strings": list_of("string", "strings"), "numbers": list_of("number", "numbers"), "list": generic_list()}
    });
    let (properties, undecided) = lowered(&schema);
    assert_eq!([&properties["p"]["items"], &properties["q"]["items"]], [&json!({"type": "boolean"}); 2]);
    assert!(undecided);
}

#[test]
fn without_a_dynamic_anchor_it_is_a_plain_reference() {
    let schema = json!({
        "$id": "http://x/root",
        "type": "object",
        "properties": {"p": {"$ref": "inner"}},
        "$defs": {
            "outer": {"$dynamicAnchor": "item", "type": "integer"},
            "inner": {
                "$id": "inner", "type": "array", "items": {"$dynamicRef": "#item"},
                "$defs": {"plain": {"$anchor": "item", "type": "string"}}
            }
        }
    });
    assert_eq!(lowered(&schema).0["p"]["items"], json!({"type": "string"}));
}

#[test]
fn a_recursive_reference_means_the_outermost_recursive_root() {
    let tree = json!({
        "$id": "tree", "$recursiveAnchor": true, "type": "object",
        "properties": {"child": {"$recursiveRef": "#"}}
    });
    let strict = json!({
        "$schema": "https://json-schema.org/draft/2019-09/schema", "$id": "http://x/strict", "$recursiveAnchor": true,
        "type": "object", "properties": {"p": {"$ref": "tree"}, "mark": {"type": "string"}}, "$defs": {"tree": tree}
    });
    let child = &lowered(&strict).0["p"]["properties"]["child"]["properties"];
    assert!(child["mark"].is_object(), "{child}");
}

#[test]
fn a_diff_takes_no_name_for_a_pointer() {
    let text = r##"{"properties":{"a":{"$ref":"#n"},"b":{"$ref":"#/$defs/d"}},"$defs":{"d":{"$anchor":"n","type":"string"}}}"##;
    let unified = diff(text, &Options::default(), None).unified;
    assert!(unified.contains(r##"-      "$ref": "#n""##) && !unified.contains("moved here from #n"), "{unified}");
    assert!(unified.contains("// moved here from #/$defs/d"), "{unified}");
}
