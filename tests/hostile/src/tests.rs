use std::collections::BTreeSet;

use serde_json::Value;

use crate::{
    draw,
    families::{self, Made},
    subject::Subject,
};

#[test]
fn families_have_names_of_their_own_and_grow() {
    let names: BTreeSet<&str> = families::all().map(|family| family.name).collect();
    assert_eq!(names.len(), families::all().count());
    for family in families::all() {
        assert!(!family.attacks.is_empty());
        let bytes = |size| {
            let Subject { document, arguments, answer, .. } = Subject::of((family.make)(size), size);
            document.len() + arguments.unwrap_or_default().len() + answer.unwrap_or_default().len()
        };
        let (small, large) = (bytes(4_000), bytes(64_000));
        assert!((2_000..20_000).contains(&small) && large > 5 * small, "{}: {small}, {large}", family.name);
    }
}

#[test]
fn what_is_to_be_read_can_be() {
    let is_json = |text: &str| serde_json::from_str::<&serde_json::value::RawValue>(text).is_ok();
    for family in families::all() {
        match (family.make)(300) {
            Made::Schema(schema) => assert!(is_json(&schema), "{}: {schema}", family.name),
            Made::Arguments { schema, arguments } => {
                assert!(is_json(&schema) && is_json(&arguments), "{}: {schema} {arguments}", family.name);
            }
            Made::Answer { .. } | Made::Document(_) => {}
        }
    }
}

#[test]
fn arguments_fill_what_a_schema_takes() {
    let schema = r##"{"type":"object","properties":{"u":{"anyOf":[{"type":"integer"},{"$ref":"#/$defs/m"}]},"e":{"enum":[1,"b"]}},"$defs":{"m":{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}}}}"##;
    let drawn: Value = serde_json::from_str(&draw::arguments(schema, 1000)).expect("JSON");
    assert_eq!(drawn["e"], "b");
    assert_eq!(drawn["u"]["x0"][0], "text");
    assert!(drawn.to_string().len() > 400, "{drawn}");
}
