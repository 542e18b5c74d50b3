//! Values that annotations give, in round-trip mode: a model that copies them makes a call that can be restored. And
//! texts beside references.

use lapidary::{
    GEMINI, GEMINI_API, GEMINI_JSON_SCHEMA, Mode, OPENAI_STRICT, Options, Output, Target, VERTEX_AI, transform,
};
use serde_json::{Value as Json, from_str, json};

/// The schema of the only property, and the call with a value for it restored.
fn property(target: &'static Target, schema: &Json, value: impl Fn(&Json) -> Json) -> (Json, Json) {
    let tool = json!({"name": "t", "inputSchema": {"type": "object", "properties": {"p": schema}}});
    let options = Options::new(target).mode(Mode::RoundTrip);
    let mut transformed = transform(&tool.to_string(), &options, &Output::default());
    let declaration: Json = from_str(&transformed.output.take().expect("an output")).expect("JSON");
    let declared = declaration["parameters"]["properties"]["p"].clone();
    let call = transformed.codecs().restore("t", &json!({"p": value(&declared)}).to_string());
    assert_eq!(call.issues, [], "{declared}");
    (declared, from_str::<Json>(&call.args).expect("JSON")["p"].clone())
}

/// Schemas that are encoded, and values of them.
fn encoded() -> [(Json, Json); 6] {
    let tuple = json!([{"type": "string"}, {"type": "integer"}]);
    [
        (json!({"type": "object", "additionalProperties": {"type": "string"}}), json!({"A": "1"})),
        (json!({"enum": [1, 5]}), json!(5)),
        (json!({"type": "array", "prefixItems": tuple, "minItems": 2, "items": false}), json!(["x", 1])),
        (json!({"type": "object", "properties": {"a-b": {"type": "string"}}}), json!({"a-b": "z"})),
        (json!({"enum": ["", "x"]}), json!("")),
        (json!({"type": "array", "items": {"enum": [1, 5]}}), json!([5, 1])),
    ]
}

#[test]
fn a_default_in_the_output_can_be_sent_in_a_call() {
    for (mut schema, value) in encoded() {
        schema["default"] = value.clone();
        let (_, restored) = property(&GEMINI_API, &schema, |declared| declared["default"].clone());
        assert_eq!(restored, value);
    }
}

#[test]
fn an_example_in_a_description_can_be_sent_in_a_call() {
    for (mut schema, value) in encoded() {
        schema["examples"] = json!([value]);
        let example = |declared: &Json| {
            let description = declared["description"].as_str().expect("a description");
            let said = description.strip_prefix("(example: ").and_then(|rest| rest.strip_suffix(')')).expect("one");
            if declared["type"] == "STRING" { json!(said) } else { from_str(said).expect("JSON") }
        };
        assert_eq!(property(&GEMINI, &schema, example).1, value);
    }
}

#[test]
fn a_default_that_the_schema_excludes_stays() {
    let schema = json!({"type": "object", "additionalProperties": {"type": "string"}, "default": 7});
    assert_eq!(property(&GEMINI_API, &schema, |_| json!([])).0["default"], 7);
}

/// A title that says more than the name is all that some generators write beside a reference.
#[test]
fn a_title_beside_a_reference_is_its_description() {
    let described = |target, title: &str, name: &str| {
        let node = json!({"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}});
        let members = json!({name: {"$ref": "#/$defs/Node", "title": title}});
        let schema = json!({"type": "object", "properties": members, "$defs": {"Node": node}});
        let tool = json!({"name": "t", "inputSchema": schema}).to_string();
        let output = transform(&tool, &Options::new(target), &Output::default()).output.expect("an output");
        output.contains(&format!(r#""description":"{title}""#))
    };
    for target in [&GEMINI_JSON_SCHEMA, &VERTEX_AI, &OPENAI_STRICT] {
        assert!(described(target, "First node", "head"), "{}", target.id);
        assert!(!described(target, "First Node", "first_node"), "{}", target.id);
    }
}

#[test]
fn a_default_of_a_union_goes_to_the_alternative_that_its_members_fit() {
    let kind = |constant: &str| json!({"type": "object", "properties": {"kind": {"const": constant}}});
    let object = |members: Json| json!({"type": "object", "properties": members});
    let mut needs = object(json!({"x": {"type": "string"}}));
    needs["required"] = json!(["x"]);
    let mut closed = object(json!({"y": {"type": "string"}}));
    closed["additionalProperties"] = json!(false);
    for (alternatives, default, chosen) in [
        (vec![kind("a"), kind("b")], json!({"kind": "b"}), 1),
        (vec![needs.clone(), kind("b")], json!({"kind": "b"}), 1),
        (vec![closed, needs.clone()], json!({"x": "1"}), 1),
        (vec![kind("a"), object(json!({"x": {"maxLength": 3}}))], json!({"x": "1"}), 0),
        // None fits.
        (vec![kind("a"), needs, json!({"type": "string"})], json!({"kind": "c"}), 0),
    ] {
        let tool =
            json!({"name": "t", "inputSchema": object(json!({"p": {"anyOf": alternatives, "default": default}}))});
        let output = transform(&tool.to_string(), &Options::new(&VERTEX_AI), &Output::default()).output;
        let declared: Json = from_str(&output.expect("an output")).expect("JSON");
        let branches = declared["parameters"]["properties"]["p"]["anyOf"].as_array().expect("a union");
        let with: Vec<usize> = (0..branches.len()).filter(|at| branches[*at]["default"] == default).collect();
        assert_eq!(with, [chosen], "{declared}");
    }
}
