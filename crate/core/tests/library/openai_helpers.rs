//! What OpenAI's own helpers write for its strict mode stays as it is, and so do other schemas of these forms; functions
//! in OpenAI's format become strict.

use lapidary::{Emit, Mode, OPENAI_STRICT, Options, Output, ToolReport, VERTEX_AI, check, transform};
use serde_json::{Value as Json, json};

/// `zodFunction` of npm `openai` 7.59.0 with zod 4: `z.object({ q, n })`.
const PLAIN: &str = r#"{"type":"function","function":{"name":"plain","parameters":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"q":{"type":"string","description":"query"},"n":{"anyOf":[{"type":"integer","minimum":1,"maximum":9},{"type":"null"}]}},"required":["q","n"],"additionalProperties":false},"strict":true}}"#;

/// The same of `z.object({ v, get kids() { return z.array(T) }, k })`.
const RECURSIVE: &str = r##"{"type":"function","function":{"name":"t","parameters":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"v":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#"}},"k":{"anyOf":[{"type":"string","enum":["a","b"]},{"type":"null"}]}},"required":["v","kids","k"],"additionalProperties":false},"strict":true}}"##;

/// `zodFunction` of npm `openai` 5.23.2 with zod 3: `z.object({ v, kids: z.array(z.lazy(() => T)) })`.
const DEFINITIONS: &str = r##"{"type":"function","function":{"name":"t","parameters":{"type":"object","properties":{"v":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#/definitions/t"}}},"required":["v","kids"],"additionalProperties":false,"definitions":{"t":{"type":"object","properties":{"v":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#/definitions/t"}}},"required":["v","kids"],"additionalProperties":false}},"$schema":"http://json-schema.org/draft-07/schema#"},"strict":true}}"##;

/// The schema of its `zodResponseFormat`, of an object that uses two others.
const RESPONSE: &str = r##"{"type":"object","properties":{"ui":{"type":"object","properties":{"type":{"type":"string","enum":["div","b"]},"children":{"type":"array","items":{"$ref":"#/definitions/ui_properties_ui"}}},"required":["type","children"],"additionalProperties":false},"a":{"type":"object","properties":{"x":{"type":"string"}},"required":["x"],"additionalProperties":false},"b":{"$ref":"#/definitions/ui_properties_a"}},"required":["ui","a","b"],"additionalProperties":false,"definitions":{"ui_properties_ui":{"type":"object","properties":{"type":{"type":"string","enum":["div","b"]},"children":{"type":"array","items":{"$ref":"#/definitions/ui_properties_ui"}}},"required":["type","children"],"additionalProperties":false},"ui_properties_a":{"type":"object","properties":{"x":{"$ref":"#/definitions/ui_properties_a_properties_x"}},"required":["x"],"additionalProperties":false},"ui_properties_a_properties_x":{"type":"string"},"ui":{"type":"object","properties":{"ui":{"type":"object","properties":{"type":{"type":"string","enum":["div","b"]},"children":{"type":"array","items":{"$ref":"#/definitions/ui_properties_ui"}}},"required":["type","children"],"additionalProperties":false},"a":{"type":"object","properties":{"x":{"type":"string"}},"required":["x"],"additionalProperties":false},"b":{"$ref":"#/definitions/ui_properties_a"}},"required":["ui","a","b"],"additionalProperties":false}},"$schema":"http://json-schema.org/draft-07/schema#"}"##;

fn strict(document: &str, mode: Mode) -> (String, ToolReport) {
    let mut transformed = transform(document, &Options::new(&OPENAI_STRICT).mode(mode), &Output::default());
    (transformed.output.take().expect("an output"), transformed.tools()[0].report.clone())
}

fn closed(properties: &Json, further: &Json) -> Json {
    let names: Vec<&String> = properties.as_object().expect("an object").keys().collect();
    let mut schema =
        json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false});
    let members = schema.as_object_mut().expect("an object");
    members.extend(further.as_object().expect("an object").clone());
    schema
}

#[test]
fn what_the_helpers_write_stays() {
    for given in [PLAIN, RECURSIVE, DEFINITIONS, RESPONSE] {
        assert!(check(given, &Options::new(&OPENAI_STRICT)).is_compatible(), "{given}");
        for mode in [Mode::DropIn, Mode::RoundTrip] {
            let (output, report) = strict(given, mode);
            assert_eq!(output, given);
            assert!(report.issues.is_empty(), "{:?}", report.issues);
        }
    }
}

#[test]
fn references_to_the_root_and_its_definitions_stay() {
    let both = json!({"$defs": {"X": {"type": "integer"}}, "definitions": {"X": {"type": "string"}}});
    let properties = json!({"a": {"$ref": "#/$defs/X"}, "b": {"$ref": "#/definitions/X"}, "c": {"$ref": "#"}});
    let escaped = json!({"definitions": {"a/b c": {"type": "string"}}});
    for schema in [
        closed(&properties, &both),
        closed(&json!({"a": {"$ref": "#/definitions/a~1b%20c"}}), &escaped),
        closed(&json!({"a": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}), &json!({})),
        closed(&json!({"a": {"$schema": "http://json-schema.org/draft-07/schema#", "type": "string"}}), &json!({})),
    ] {
        let given = schema.to_string();
        let (output, report) = strict(&given, Mode::DropIn);
        assert_eq!((output, report.issues.len()), (given, 0));
    }
}

/// Definitions of the same name, and the root, each keep a code of their own.
#[test]
fn codes_of_definitions_are_told_apart() {
    let definitions = json!({"$defs": {"X": {"type": "integer"}}, "definitions": {"X": {"type": "string"}}});
    let properties = json!({"a": {"$ref": "#/$defs/X"}, "b": {"$ref": "#/definitions/X"}, "c": {"$ref": "#"}});
    let mut schema = closed(&properties, &definitions);
    schema["properties"]["m"] = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    schema["required"] = json!(["a", "b"]);
    let tool = json!({"name": "t", "inputSchema": schema}).to_string();
    let transformed = transform(&tool, &Options::new(&OPENAI_STRICT).mode(Mode::RoundTrip), &Output::default());
    let codec = &transformed.tools()[0].codec;
    let sent = r#"{"a":1.0,"b":"1.0","c":{"a":2.0,"b":"x","c":null,"m":[{"key":"k","value":3.0}]},"m":null}"#;
    let call = codec.restore("t", sent);
    assert_eq!(call.args, r#"{"a":1,"b":"1.0","c":{"a":2,"b":"x","m":{"k":3}}}"#);
    assert_eq!(codec.encode("t", &call.args).args.matches("null").count(), 2);
}

/// A root that is lowered in another way than other values is written out as a definition.
#[test]
fn a_root_unlike_other_values_is_copied() {
    let union = json!({"anyOf": [closed(&json!({"a": {"$ref": "#"}}), &json!({})), closed(&json!({}), &json!({}))]});
    let nullable = closed(&json!({"a": {"$ref": "#"}}), &json!({"type": ["object", "null"]}));
    for schema in [union, nullable] {
        assert!(strict(&schema.to_string(), Mode::RoundTrip).0.contains(r##"{"$ref":"#/$defs/root"}"##), "{schema}");
    }
}

#[test]
fn other_references_move_into_definitions() {
    let schema = closed(
        &json!({"a": closed(&json!({"b": {"type": "string"}}), &json!({})), "c": {"$ref": "#/properties/a"}}),
        &json!({"definitions": {"D": {"type": "string"}}}),
    );
    let (output, report) = strict(&schema.to_string(), Mode::DropIn);
    assert!(output.contains(r##""c":{"$ref":"#/$defs/a"}"##), "{output}");
    assert!(output.contains(r#""definitions":{"D":{"type":"string"}}"#), "{output}");
    assert_eq!(report.issues.iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["GS001"]);
}

/// Where the output has numbers for flags of draft 4, the name of that draft goes.
#[test]
fn a_dialect_that_no_longer_fits_is_removed() {
    let bound = json!({"n": {"type": "number", "minimum": 1, "exclusiveMinimum": true}});
    let schema = closed(&bound, &json!({"$schema": "http://json-schema.org/draft-04/schema#"}));
    let (output, report) = strict(&schema.to_string(), Mode::DropIn);
    assert!(output.contains(r#"{"type":"number","exclusiveMinimum":1}"#) && !output.contains("$schema"), "{output}");
    assert!(report.issues.iter().any(|issue| issue.code == "GS004"));
}

#[test]
fn other_targets_move_definitions_as_before() {
    let out = transform(DEFINITIONS, &Options::new(&VERTEX_AI), &Output::default()).output.expect("an output");
    assert!(out.contains(r##"{"ref":"#/defs/t"}"##) && !out.contains("definitions"), "{out}");
}

/// A tool whose schema is written for the strict mode has the mode on, in the format of the document, too.
#[test]
fn functions_in_their_own_format_become_strict() {
    let lax = r#"{"type":"object","properties":{"a":{"type":"string"}}}"#;
    let closed = r#"{"type":"object","properties":{"a":{"type":["string","null"]}},"additionalProperties":false,"required":["a"]}"#;
    let options = Options::new(&OPENAI_STRICT);
    let same = |document: &str| transform(document, &options, &Output::default().emit(Emit::Same));
    let nested = |schema: &str, strict: &str| {
        format!(
            r#"[{{"type":"function","function":{{"name":"f","parameters":{schema}{strict}}}}},{{"type":"web_search"}}]"#
        )
    };
    let flat =
        |schema: &str, strict: &str| format!(r#"[{{"type":"function","name":"f","parameters":{schema}{strict}}}]"#);
    let strict = r#","strict":true"#;
    for written in ["", strict, r#","strict":false"#, r#","strict":null"#] {
        for (given, expected) in
            [(nested(lax, written), nested(closed, strict)), (flat(lax, written), flat(closed, strict))]
        {
            let out = same(&given);
            assert_eq!(out.output.as_deref(), Some(&*expected));
            let told = out.tools()[0].report.issues.iter().any(|issue| issue.code == "GS055");
            assert_eq!(told, written != strict, "{given}");
            assert!(check(&expected, &options).is_compatible());
        }
    }
    let mcp = format!(r#"{{"name":"f","inputSchema":{lax}}}"#);
    assert_eq!(same(&mcp).output, Some(format!(r#"{{"name":"f","inputSchema":{closed}}}"#)));
}
