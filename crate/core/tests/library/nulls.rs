//! Null that `nullable` allows.

use lapidary::{GEMINI, GEMINI_JSON_SCHEMA, OPENAI_STRICT, Options, check};
use serde_json::{Value as Json, from_str, json};

/// The schema of the only property in the output, and the number of errors and warnings about `nullable`.
fn property(target: &'static lapidary::Target, schema: &Json) -> (Json, usize) {
    let root = json!({"type": "object", "properties": {"p": schema}, "required": ["p"]});
    let report = check(&root.to_string(), &Options::new(target)).tools.remove(0);
    let lossy = report.issues.iter().filter(|issue| issue.accepts_less.is_some()).count();
    let schema = report.transformed_schema.expect("a schema");
    (from_str::<Json>(schema.get()).expect("JSON")["properties"]["p"].clone(), lossy)
}

#[test]
fn nullable_adds_null_to_listed_values_with_and_without_a_type() {
    for (schema, listed) in [
        (json!({"enum": ["a", "b"], "nullable": true}), json!(["a", "b", null])),
        (json!({"type": "string", "enum": ["a", "b"], "nullable": true}), json!(["a", "b", null])),
        (json!({"enum": ["a", null], "nullable": true}), json!(["a", null])),
        (json!({"const": "a", "nullable": true}), json!(["a", null])),
        (json!({"enum": ["a"], "nullable": false}), json!(["a"])),
    ] {
        for target in [&GEMINI_JSON_SCHEMA, &OPENAI_STRICT] {
            let (declared, losses) = property(target, &schema);
            assert_eq!(declared["enum"], listed, "{declared}");
            assert_eq!(losses, usize::from(target.id == "openai-strict"), "{schema}");
        }
        let (declared, _) = property(&GEMINI, &schema);
        let allows_null = listed.as_array().is_some_and(|values| values.contains(&Json::Null));
        assert_eq!(declared["nullable"] == true, allows_null, "{declared}");
    }
}

/// Without GS026, which removes it, an empty list stays as it is.
#[test]
fn an_empty_list_is_given_no_null() {
    let schema =
        json!({"type": "object", "properties": {"p": {"oneOf": [{"enum": ["x"]}, {"type": "null"}], "enum": []}}});
    let rule = lapidary::Rule::find("GS026").expect("a rule");
    let report = check(&schema.to_string(), &Options::new(&GEMINI_JSON_SCHEMA).without(rule)).tools.remove(0);
    let declared = report.transformed_schema.expect("a schema");
    assert!(!declared.get().contains("[null]"), "{declared}");
}

#[test]
fn a_keyword_of_a_later_draft_is_reported_as_one() {
    let schema = json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "prefixItems": [{}]});
    let root = json!({"type": "object", "properties": {"p": schema}});
    let report = check(&root.to_string(), &Options::new(&GEMINI_JSON_SCHEMA)).tools.remove(0);
    let messages: Vec<&str> = report.issues.iter().map(|issue| issue.message.as_str()).collect();
    let expected = "`p`: `prefixItems: [{}]` has no meaning in the draft that `$schema` names; Gemini may give it one";
    assert!(messages.contains(&expected), "{messages:?}");
}
