//! No tool loses its arguments silently: every name that an input declares, in whatever spelling and envelope, is in
//! the output or in an issue.

use lapidary::{Emit, GEMINI_API, Mode, Options, Output, Severity, TARGETS, transform};
use serde_json::{Value as Json, from_str, json};

/// Ways to declare the properties `first` and `second`.
const SCHEMAS: [&str; 18] = [
    r#"{"type":"object","properties":{"first":{"type":"string"},"second":{"type":"integer"}}}"#,
    r#"{"properties":{"first":{},"second":true}}"#,
    r#"{"first":{"type":"string"},"second":{"type":"integer"}}"#,
    r##"{"type":"object","first":{"type":"string","required":true},"second":{"$ref":"#/$defs/s"},"$defs":{"s":{"type":"string"}}}"##,
    r#"{"first":"string","second":"number"}"#,
    r#"{"type":"object","properties":{"first":"string","second":["number","null"]}}"#,
    r#"[{"name":"first","type":"string","required":true},{"name":"second","type":"integer"}]"#,
    r#"{"type":"object","properties":[{"name":"first","type":"string"},{"name":"second","type":"integer"}]}"#,
    r#"{"type":"object","properties":{"first":{"type":"string"},"second":{"type":"string"},"required":["first"]}}"#,
    r#"{"type":"object","required":["first","second"]}"#,
    r#"{"allOf":[{"properties":{"first":{"type":"string"}}},{"properties":{"second":{"type":"string"}}}]}"#,
    r#"{"anyOf":[{"properties":{"first":{"type":"string"}}},{"properties":{"second":{"type":"string"}}}]}"#,
    r#"{"oneOf":[{"required":["first"],"properties":{"first":{"const":1}}},{"required":["second"]}],"type":"object"}"#,
    r##"{"$ref":"#/$defs/all","$defs":{"all":{"type":"object","properties":{"first":{"type":"string"},"second":{"type":"string"}}}}}"##,
    r#"{"type":"object","if":{"properties":{"first":{"const":"a"}}},"then":{"required":["second"]}}"#,
    r#"{"type":"object","dependentRequired":{"first":["second"]}}"#,
    r#"{"type":["object","null"],"properties":{"first":{"enum":["1"],"type":"integer"},"second":{"const":null}}}"#,
    r#"{"type":"OBJECT","properties":{"first":{"type":"STRING"},"second":{"any_of":[{"type":"INTEGER"}]}}}"#,
];

/// Keys under which formats have the schema.
const KEYS: [&str; 6] =
    ["inputSchema", "input_schema", "parameters", "parametersJsonSchema", "parameters_json_schema", "schema"];

/// Formats of tools, with `HERE` in place of `KEY: SCHEMA`.
const ENVELOPES: [&str; 12] = [
    r#"{"name":"t",HERE}"#,
    r#"[{"name":"t",HERE}]"#,
    r#"{"tools":[{"name":"t",HERE}]}"#,
    r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t",HERE}]}}"#,
    r#"{"type":"function","function":{"name":"t",HERE}}"#,
    r#"{"type":"function","name":"t",HERE}"#,
    r#"{"messages":[],"tools":[{"type":"function","function":{"name":"t",HERE}}]}"#,
    r#"{"input":"x","tools":[{"type":"function","name":"t",HERE}]}"#,
    r#"{"functionDeclarations":[{"name":"t",HERE}]}"#,
    r#"[{"function_declarations":[{"name":"t",HERE}]}]"#,
    r#"{"contents":[],"tools":[{"functionDeclarations":[{"name":"t",HERE}]}]}"#,
    r#"{"contents":[],"tools":[{"function_declarations":[{"name":"t",HERE}]}]}"#,
];

/// The names that are neither in the output nor in an issue.
fn lost(input: &str, options: &Options, output: &Output) -> Vec<&'static str> {
    let transformed = transform(input, options, output);
    let text = transformed.output.clone();
    let (tools, issues) = transformed.into_findings();
    // A document that cannot be read as tools is rejected as a whole.
    if text.is_none() && !issues.is_empty() {
        return Vec::new();
    }
    let text = text.unwrap_or_default();
    let issues = tools.iter().flat_map(|tool| &tool.report.issues).chain(&issues);
    let said: Vec<String> = issues.map(|issue| format!("{issue:?}")).collect();
    ["first", "second"]
        .into_iter()
        .filter(|name| !text.contains(name) && !said.iter().any(|said| said.contains(name)))
        .collect()
}

#[test]
fn every_declared_name_is_in_the_output_or_in_an_issue() {
    let mut silent = Vec::new();
    for schema in SCHEMAS {
        let envelopes = KEYS.iter().flat_map(|key| {
            let held = format!("\"{key}\":{schema}");
            ENVELOPES.iter().map(move |envelope| envelope.replace("HERE", &held))
        });
        for input in envelopes.chain([schema.to_owned()]) {
            for target in TARGETS {
                for mode in [Mode::DropIn, Mode::RoundTrip] {
                    for emit in [Emit::Declarations, Emit::Same] {
                        let options = Options::new(target).mode(mode);
                        let names = lost(&input, &options, &Output::default().emit(emit));
                        silent.extend(
                            (!names.is_empty()).then(|| format!("{}, {mode:?}: {names:?} of {input}", target.id)),
                        );
                    }
                }
            }
        }
    }
    assert!(silent.is_empty(), "{} in all:\n{}", silent.len(), silent[..silent.len().min(20)].join("\n"));
}

#[test]
fn a_new_name_is_free() {
    // In that order, `x-1` would become `x_1_e2ed84`, and be one member with the other.
    let tool = r#"{"name":"t","inputSchema":{"type":"object","properties":{"x-1":{"type":"string"},"x_1_e2ed84":{"type":"boolean"}},"propertyOrdering":["x_1_e2ed84","x-1"],"required":["x-1","x_1_e2ed84"]}}"#;
    let options = Options::new(&GEMINI_API).mode(Mode::RoundTrip);
    let transformed = transform(tool, &options, &Output::default());
    let output: Json = from_str(transformed.output.as_ref().expect("an output")).expect("JSON");
    let parameters = &output["parameters"];
    let names: Vec<&String> = parameters["properties"].as_object().expect("an object").keys().collect();
    assert_eq!(names.len(), 2);
    assert_eq!(parameters["required"], json!(names));
    assert_eq!(parameters["propertyOrdering"], json!([names[1], names[0]]));
    let issues = &transformed.tools()[0].report.issues;
    assert!(issues.iter().all(|issue| issue.severity != Severity::Error), "{issues:?}");
    let call = json!({names[0]: "s", names[1]: true});
    assert_eq!(transformed.codecs().restore("t", &call.to_string()).args, r#"{"x-1":"s","x_1_e2ed84":true}"#);
}
