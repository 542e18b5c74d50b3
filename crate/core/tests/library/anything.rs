//! Recursive schemas that allow any JSON value are not expanded, but mean what a schema without constraints means.

use lapidary::{Emit, GEMINI, GEMINI_JSON_SCHEMA, Mode, Options, Output, Target, check, transform_text};

fn tool(definitions: &str) -> String {
    format!(
        r##"{{"name":"f","inputSchema":{{"type":"object","properties":{{"p":{{"$ref":"#/$defs/j"}}}},"$defs":{definitions}}}}}"##
    )
}

fn declared(tool: &str, target: &Target, mode: Mode) -> String {
    let output = Output::default().emit(Emit::Same);
    let done = transform_text(tool, &Options::new(target).mode(mode), &output).expect("it is readable");
    let (_, after) = done.split_once(r#""p":"#).expect("the property");
    let end = after.find(r#"},"$defs""#).or_else(|| after.rfind("}}}")).expect("the end of the properties");
    after[..end].to_owned()
}

const SCALARS: &str = r#"{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"null"}"#;
const LISTS: &str = r##"{"type":"array","items":{"$ref":"#/$defs/j"}}"##;
const MAPS: &str =
    r##"{"type":"object","propertyNames":{"type":"string"},"additionalProperties":{"$ref":"#/$defs/j"}}"##;

#[test]
fn any_json_is_a_schema_without_constraints() {
    let by_types = r##"{"j":{"type":["string","number","boolean","null","array","object"],"items":{"$ref":"#/$defs/j"},"additionalProperties":{"$ref":"#/$defs/j"}}}"##;
    let mutual = r##"{"j":{"anyOf":[{"type":["string","number","boolean","null"]},{"$ref":"#/$defs/l"},{"$ref":"#/$defs/m"}]},"l":{"type":"array","items":{"$ref":"#/$defs/j"}},"m":{"type":"object","additionalProperties":{"$ref":"#/$defs/j"}}}"##;
    for definitions in [
        format!(r#"{{"j":{{"anyOf":[{SCALARS},{LISTS},{MAPS}]}}}}"#),
        format!(r#"{{"j":{{"oneOf":[{SCALARS},{LISTS},{MAPS}]}}}}"#),
        by_types.to_owned(),
        mutual.to_owned(),
    ] {
        let tool = tool(&definitions);
        assert_eq!(declared(&tool, &GEMINI_JSON_SCHEMA, Mode::DropIn), "{}", "{definitions}");
        for mode in [Mode::DropIn, Mode::RoundTrip] {
            let free = declared(&tool.replace(r##""p":{"$ref":"#/$defs/j"}"##, r#""p":{}"#), &GEMINI, mode);
            assert_eq!(declared(&tool, &GEMINI, mode), free, "{definitions}");
        }
    }
}

#[test]
fn its_description_stays() {
    let described = format!(r#"{{"j":{{"description":"any JSON","anyOf":[{SCALARS},{LISTS},{MAPS}]}}}}"#);
    let tool = tool(&described);
    assert_eq!(declared(&tool, &GEMINI_JSON_SCHEMA, Mode::DropIn), r#"{"description":"any JSON"}"#);
    let own =
        tool.replace(r##"{"$ref":"#/$defs/j"}},"$defs""##, r##"{"$ref":"#/$defs/j","description":"mine"}},"$defs""##);
    assert_eq!(declared(&own, &GEMINI_JSON_SCHEMA, Mode::DropIn), r#"{"description":"mine"}"#);
}

#[test]
fn it_is_reported() {
    let report = check(&tool(&format!(r#"{{"j":{{"anyOf":[{SCALARS},{LISTS},{MAPS}]}}}}"#)), &Options::new(&GEMINI));
    let found = report.tools[0].issues.iter().find(|issue| issue.code == "GS001").expect("the reference");
    assert_eq!(found.fix.as_deref(), Some("removed; it points to a schema that accepts any JSON value"));
    assert!(report.tools[0].issues.iter().all(|issue| issue.code != "GS040"));
}

#[test]
fn what_excludes_a_value_is_expanded() {
    for alternatives in [
        format!(r#"{{"type":"string"}},{{"type":"number"}},{{"type":"null"}},{LISTS},{MAPS}"#),
        format!(r#"{{"type":"string"}},{{"type":"integer"}},{{"type":"boolean"}},{{"type":"null"}},{LISTS},{MAPS}"#),
        format!(
            r#"{{"type":"string","minLength":1}},{{"type":"number"}},{{"type":"boolean"}},{{"type":"null"}},{LISTS},{MAPS}"#
        ),
        format!(r"{SCALARS},{LISTS},{}", MAPS.replace(r#""type":"string""#, r#""pattern":"^a""#)),
        format!(r"{SCALARS},{},{MAPS}", LISTS.replace(r#""items""#, r#""minItems":1,"items""#)),
        // An alternative that refers back to the same value adds none.
        format!(r##"{SCALARS},{LISTS},{{"$ref":"#/$defs/j"}}"##),
    ] {
        let tool = tool(&format!(r#"{{"j":{{"anyOf":[{alternatives}]}}}}"#));
        assert_ne!(declared(&tool, &GEMINI_JSON_SCHEMA, Mode::DropIn), "{}", "{alternatives}");
    }
    let overlapping = format!(r#"{{"j":{{"oneOf":[{SCALARS},{{"type":"integer"}},{LISTS},{MAPS}]}}}}"#);
    assert_ne!(declared(&tool(&overlapping), &GEMINI_JSON_SCHEMA, Mode::DropIn), "{}");
}

/// `unevaluatedProperties` beside a reference asks what the reference describes, which is every property.
#[test]
fn it_is_expanded_where_it_matters_what_it_describes() {
    let any = format!(r#"{{"anyOf":[{SCALARS},{LISTS},{MAPS}]}}"#);
    let beside = r##""p":{"$ref":"#/$defs/j","type":"object","properties":{"k":{}},"unevaluatedProperties":false}"##;
    let tool = tool(&format!(r#"{{"j":{any}}}"#)).replace(r##""p":{"$ref":"#/$defs/j"}"##, beside);
    let shown = declared(&tool, &GEMINI_JSON_SCHEMA, Mode::DropIn);
    assert!(shown.contains(r#"{"type":"number"}"#), "{shown}");
}

#[test]
fn words_in_it_and_the_properties_of_a_root_are_kept() {
    let words = format!(
        r#"{{"j":{{"anyOf":[{},{LISTS},{MAPS}]}}}}"#,
        SCALARS.replacen('}', r#","description":"as ISO 8601"}"#, 1)
    );
    assert!(declared(&tool(&words), &GEMINI, Mode::DropIn).contains("as ISO 8601"));
    let root = format!(
        r##"{{"name":"f","inputSchema":{{"$ref":"#/$defs/j","$defs":{{"j":{{"anyOf":[{SCALARS},{LISTS},{MAPS}]}}}}}}}}"##
    );
    let done = transform_text(&root, &Options::new(&GEMINI).mode(Mode::RoundTrip), &Output::default()).expect("a tool");
    assert!(done.contains(r#""parameters":{"type":"OBJECT""#), "{done}");
}

/// As `TypeBox` writes it: a schema with a name, to which it refers itself.
#[test]
fn a_schema_that_refers_to_itself_by_its_name_has_free_items() {
    let inner = r#"{"type":"array","items":{"$ref":"T0"}},{"type":"object","additionalProperties":{"$ref":"T0"}}"#;
    let tool = format!(
        r#"{{"name":"f","inputSchema":{{"type":"object","properties":{{"p":{{"$id":"T0","anyOf":[{SCALARS},{inner}]}}}}}}}}"#
    );
    let shown = declared(&tool, &GEMINI_JSON_SCHEMA, Mode::DropIn);
    assert!(shown.contains(r#"{"type":"array","items":{}}"#), "{shown}");
}

/// However many definitions refer back to others, in either order.
#[test]
fn unrelated_definitions_do_not_hide_it() {
    for backwards in [false, true] {
        let link = |at: usize| {
            let other = if backwards { at.saturating_sub(1) } else { at + 1 };
            format!(r##""d{at}":{{"type":"array","items":{{"$ref":"#/$defs/d{other}"}}}}"##)
        };
        let chain = (0..100).map(link).collect::<Vec<_>>().join(",");
        let definitions =
            format!(r#"{{{chain},"d100":{{"type":"string"}},"j":{{"anyOf":[{SCALARS},{LISTS},{MAPS}]}}}}"#);
        assert_eq!(declared(&tool(&definitions), &GEMINI_JSON_SCHEMA, Mode::DropIn), "{}", "{backwards}");
    }
}
