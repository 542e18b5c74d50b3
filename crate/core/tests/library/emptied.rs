//! Objects that models send empty, since the output names none of their properties.

use lapidary::{GEMINI, GEMINI_JSON_SCHEMA, Mode, OPENAI_STRICT, Options, Target, VERTEX_AI, check};

/// The subjects and places of a tool with such a property `a`.
fn emptied(property: &str, options: &Options) -> Vec<(String, Vec<String>)> {
    let definitions = if property.contains("$ref") { r#","$defs":{"map":{"type":"object"}}"# } else { "" };
    let schema = format!(r#"{{"type":"object","properties":{{"a":{property}}}{definitions}}}"#);
    let report = check(&schema, options).tools.remove(0);
    report.emptied.into_iter().map(|emptied| (emptied.subject, emptied.outputs)).collect()
}

fn of(subject: &str, output: &str) -> Vec<(String, Vec<String>)> {
    vec![(subject.to_owned(), vec![output.to_owned()])]
}

const OPEN: [&str; 6] = [
    r#"{"type":"object"}"#,
    r#"{"type":"object","properties":{}}"#,
    r#"{"type":"object","additionalProperties":{"type":"string"}}"#,
    r#"{"additionalProperties":true}"#,
    r#"{"anyOf":[{"type":"object","additionalProperties":true},{"type":"null"}]}"#,
    r##"{"$ref":"#/$defs/map"}"##,
];

#[test]
fn an_object_that_names_nothing_is_sent_empty() {
    for property in OPEN {
        assert_eq!(emptied(property, &Options::new(&GEMINI)), of("a", "/properties/a"), "{property}");
    }
    let list = format!(r#"{{"type":"array","items":{}}}"#, OPEN[2]);
    assert_eq!(emptied(&list, &Options::new(&GEMINI)), of("a[]", "/properties/a/items"));
    let inner = format!(r#"{{"type":"object","properties":{{"b":{}}}}}"#, OPEN[2]);
    assert_eq!(emptied(&inner, &Options::new(&OPENAI_STRICT)), of("a.b", "/properties/a/properties/b"));
}

#[test]
fn entries_and_described_properties_are_sent() {
    for property in OPEN {
        assert_eq!(emptied(property, &Options::new(&GEMINI).mode(Mode::RoundTrip)), [], "{property}");
        // Nothing is known of objects in this field.
        assert_eq!(emptied(property, &Options::new(&GEMINI_JSON_SCHEMA)), [], "{property}");
    }
    let described = r#"{"type":"object","additionalProperties":{"type":"string"}}"#;
    let targets: [(&Target, usize); 2] = [(&VERTEX_AI, 0), (&GEMINI, 1)];
    for (target, number) in targets {
        assert_eq!(emptied(described, &Options::new(target)).len(), number, "{}", target.id);
    }
}

#[test]
fn what_names_properties_or_forbids_them_is_not_emptied() {
    for property in [
        r#"{"type":"object","additionalProperties":false}"#,
        r#"{"type":"object","properties":{"b":{"type":"string"}},"additionalProperties":true}"#,
        r#"{"type":"string"}"#,
        "{}",
    ] {
        assert_eq!(emptied(property, &Options::new(&GEMINI)), [], "{property}");
    }
    // The arguments themselves are not a property.
    assert!(check(r#"{"type":"object"}"#, &Options::new(&GEMINI)).tools[0].emptied.is_empty());
}
