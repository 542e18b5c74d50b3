//! Values and schemas that are equal, however they are written, are declared once.

use lapidary::{
    GEMINI, GEMINI_JSON_SCHEMA, Mode, OPENAI_STRICT, Options, Output, Role, Target, UNIVERSAL, check, transform_text,
};
use serde_json::{Value, json};

fn declared(document: &str, options: &Options) -> Value {
    let tool = transform_text(document, options, &Output::default()).expect("it is readable");
    let tool = crate::value(&tool);
    tool.pointer("/function/parameters").or_else(|| tool.get("parameters")).unwrap_or(&tool).clone()
}

fn property(schema: &str, target: &Target) -> Value {
    let schema = format!(r#"{{"type":"object","properties":{{"x":{schema}}}}}"#);
    declared(&schema, &Options::new(target))["properties"]["x"].clone()
}

#[test]
fn equal_values_are_listed_once() {
    for list in [r#"["a","b","\u0061"]"#, r#"["a","b","\u0061","\u0061"]"#, r#"["a","\u0062","b"]"#] {
        let schema = format!(r#"{{"type":"string","enum":{list}}}"#);
        for target in [&GEMINI, &UNIVERSAL] {
            assert_eq!(property(&schema, target)["enum"], json!(["a", "b"]), "{list} ({})", target.id);
        }
    }
    let constants = r#"{"anyOf":[{"const":"a"},{"const":"\u0061"},{"const":"b"}]}"#;
    for target in [&GEMINI, &GEMINI_JSON_SCHEMA] {
        assert_eq!(property(constants, target)["enum"], json!(["a", "b"]), "{}", target.id);
    }
    let types = r#"{"type":["string","\u0073tring"]}"#;
    assert_eq!(property(types, &GEMINI_JSON_SCHEMA), json!({"type": "string"}));
}

fn alternatives(keyword: &str, member: &str, options: &Options) -> Value {
    let one = |own: &str| {
        format!(
            r#"{{"type":"object","properties":{{"t":{member},"{own}":{{"type":"integer"}}}},"required":["t","{own}"]}}"#
        )
    };
    let tool = format!(r#"{{"name":"f","inputSchema":{{"{keyword}":[{},{}]}}}}"#, one("n"), one("m"));
    let issues = check(&tool, options).tools.remove(0).issues;
    assert!(issues.iter().all(|issue| issue.code != "GS070"), "{tool}");
    declared(&tool, options)["properties"]["t"].clone()
}

#[test]
fn a_property_that_alternatives_describe_alike_has_one_schema() {
    let strict = Options::new(&OPENAI_STRICT);
    for keyword in ["anyOf", "oneOf"] {
        for role in [Role::Arguments, Role::Response] {
            let described = r#"{"type":"string","description":"the id"}"#;
            let declared = alternatives(keyword, described, &strict.clone().role(role));
            assert_eq!(declared, crate::value(described), "{keyword}");
        }
    }
    let map = r#"{"type":"object","properties":{"x":{"enum":[1,2]},"y":{"type":"object","additionalProperties":{"type":"string"}}}}"#;
    let declared = alternatives("anyOf", map, &strict.mode(Mode::RoundTrip));
    assert_eq!(declared["properties"]["y"]["items"]["required"], json!(["key", "value"]));
}

#[test]
fn a_union_that_the_target_takes_as_written_stays() {
    let same = r#"{"anyOf":[{"type":"string"},{"type":"string"}]}"#;
    assert_eq!(property(same, &GEMINI_JSON_SCHEMA), crate::value(same));
}
