//! Findings about a part of a schema that the output omits, since no value is valid there.

use lapidary::{GEMINI, Issue, OPENAI_STRICT, Options, Target, check};
use serde_json::Value;

/// The findings about a schema, and the declared schema.
fn checked(schema: &str, target: &Target) -> (Vec<Issue>, Value) {
    let report = check(schema, &Options::new(target)).tools.remove(0);
    let declared = report.transformed_schema.map_or(Value::Null, |schema| crate::value(schema.get()));
    (report.issues, declared)
}

/// An object with a member that is changed, and one that is required and impossible.
const IMPOSSIBLE: &str =
    r#"{"type":"object","properties":{"q":{"type":"integer","multipleOf":2},"r":false},"required":["r"]}"#;

#[test]
fn findings_below_an_omitted_part_claim_no_change_of_the_output() {
    let both = r#"{"allOf":[{"type":"object","properties":{"b":{"type":"integer","multipleOf":2}},"required":["b"],"additionalProperties":false},{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}]}"#;
    let nullable = IMPOSSIBLE.replacen(r#""object""#, r#"["object","null"]"#, 1);
    let items = format!(r#"{{"type":"array","items":{IMPOSSIBLE}}}"#);
    let alternative = format!(r#"{{"anyOf":[{{"type":"string"}},{IMPOSSIBLE}]}}"#);
    for part in [IMPOSSIBLE, both, &nullable, &items, &alternative] {
        let schema = format!(r#"{{"type":"object","properties":{{"v":{part},"w":{{"type":"string"}}}}}}"#);
        for target in [&GEMINI, &OPENAI_STRICT] {
            let (issues, declared) = checked(&schema, target);
            let below =
                issues.iter().filter(|issue| issue.subject.starts_with("v.q") || issue.subject.contains("[].q"));
            for issue in below {
                assert_eq!(
                    issue.fix.as_deref(),
                    Some("omitted: no value is allowed there"),
                    "{part} {}",
                    issue.message
                );
            }
            for output in issues.iter().flat_map(|issue| &issue.outputs) {
                assert!(declared.pointer(output).is_some(), "{output} is not in {declared} ({})", target.id);
            }
            let says = |issue: &Issue| issue.subject == "v" && issue.fix.as_deref().unwrap_or("").contains("with null");
            assert!(declared["properties"].get("v").is_some() || !issues.iter().any(says), "{part} ({})", target.id);
        }
    }
}

#[test]
fn a_change_that_is_made_elsewhere_too_is_reported_there() {
    let schema = format!(
        r##"{{"type":"object","properties":{{"v":{},"x":{{"$ref":"#/$defs/b"}}}},"$defs":{{"b":{{"type":"integer","multipleOf":3}}}}}}"##,
        IMPOSSIBLE.replace(r#"{"type":"integer","multipleOf":2}"#, r##"{"$ref":"#/$defs/b"}"##)
    );
    let (issues, _) = checked(&schema, &GEMINI);
    let told = issues.iter().find(|issue| issue.code == "GS016").expect("`multipleOf` is dropped");
    assert_eq!(told.fix.as_deref(), Some("removed; the description says `multiple of 3`"));
    assert_eq!(told.outputs, ["/properties/x"]);
}

#[test]
fn an_object_below_an_omitted_part_is_not_sent_empty() {
    let member = IMPOSSIBLE.replace(r#"{"type":"integer","multipleOf":2}"#, r#"{"type":"object"}"#);
    let schema = format!(r#"{{"type":"object","properties":{{"v":{member},"w":{{"type":"string"}}}}}}"#);
    assert!(check(&schema, &Options::new(&GEMINI)).tools[0].emptied.is_empty());
}
