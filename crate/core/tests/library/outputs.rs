//! Findings point to places that the output has.

use std::{fs, path::Path};

use lapidary::{GEMINI, Mode, Options, TARGETS, check};

use crate::value;

const MODES: [Mode; 2] = [Mode::DropIn, Mode::RoundTrip];

#[test]
fn findings_point_into_the_output() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/specs");
    let folders = fs::read_dir(folder).expect("there are specs").map(|folder| folder.expect("it is read").path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).expect("it is read"));
    let files = files.map(|file| file.expect("it is read").path());
    let mut wrong = Vec::new();
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "json")) {
        let text = fs::read_to_string(&file).expect("it is read");
        for target in TARGETS {
            for mode in MODES {
                for tool in check(&text, &Options::new(target).mode(mode)).tools {
                    let Some(output) = tool.transformed_schema.map(|schema| value(schema.get())) else { continue };
                    let emptied = tool.emptied.iter().flat_map(|emptied| &emptied.outputs);
                    let places = tool.issues.iter().flat_map(|issue| &issue.outputs).chain(emptied);
                    let gone = places.filter(|place| output.pointer(place).is_none());
                    wrong.extend(gone.map(|place| format!("{} {} {mode:?} {place}", file.display(), target.id)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
}

/// The places that a rule changed, of a property of a tool.
fn places_of(code: &str, p: &str, mode: Mode) -> Vec<String> {
    let tool = format!(r#"{{"name":"f","inputSchema":{{"type":"object","properties":{{"p":{p}}}}}}}"#);
    let report = check(&tool, &Options::new(&GEMINI).mode(mode)).tools.remove(0);
    report.issues.into_iter().filter(|issue| issue.code == code).flat_map(|issue| issue.outputs).collect()
}

#[test]
fn what_is_within_a_wrapped_alternative_is_a_member_of_the_wrapper() {
    let union = r#"{"anyOf":[{"type":"object","additionalProperties":{"type":"integer","multipleOf":2}},{"type":"object","properties":{"value":{"type":"string","format":"x"}}},{"type":"array","items":{"type":"object","additionalProperties":{"type":"string"}}}]}"#;
    let wrapped = "/properties/p/anyOf/0/properties/value_2";
    assert_eq!(places_of("GS069", union, Mode::RoundTrip), [wrapped, "/properties/p/anyOf/2/items"]);
    assert_eq!(places_of("GS016", union, Mode::RoundTrip), [format!("{wrapped}/items/properties/value")]);
    assert_eq!(places_of("GS029", union, Mode::RoundTrip), ["/properties/p/anyOf/1/properties/value"]);
    assert_eq!(places_of("GS010", union, Mode::DropIn), ["/properties/p/anyOf/0", "/properties/p/anyOf/2/items"]);
}

#[test]
fn alternatives_after_an_omitted_one_have_a_lower_index() {
    let omitted =
        r#"{"type":"object","properties":{"q":{"type":"integer","multipleOf":5},"r":false},"required":["r"]}"#;
    for mode in MODES {
        let integer = r#"{"type":"integer","multipleOf":2}"#;
        let array = format!(r#"{{"type":"array","items":{{"anyOf":[{omitted},{integer},{{"type":"string"}}]}}}}"#);
        let inner = r#"{"type":"string","contentEncoding":"base64"}"#;
        let union = format!(r#"{{"anyOf":[{omitted},{inner},{array}]}}"#);
        assert_eq!(places_of("GS022", &union, mode), ["/properties/p/anyOf/0"]);
        assert_eq!(places_of("GS016", &union, mode), ["/properties/p/anyOf/1/items/anyOf/0"]);
        // An alternative that is left alone moves into its parent.
        assert_eq!(places_of("GS022", &format!(r#"{{"anyOf":[{omitted},{inner}]}}"#), mode), ["/properties/p"]);
    }
}

#[test]
fn what_is_gone_with_the_schema_is_a_change_of_the_declaration() {
    let tool = check(r#"{"name":"t","inputSchema":{"propertyNames":{"const":"foo"}}}"#, &Options::new(&GEMINI))
        .tools
        .remove(0);
    let outputs: Vec<&[String]> = tool.issues.iter().map(|issue| &issue.outputs[..]).collect();
    assert!(!outputs.is_empty() && outputs.iter().all(|places| *places == [""]), "{outputs:?}");
}
