//! What a finding says that the output has instead is in the output.

use std::{fs, path::Path};

use lapidary::{GEMINI, GEMINI_API, Issue, Mode, Options, TARGETS, Target, VERTEX_AI, check};
use serde_json::Value;

use crate::value;

/// The rules whose fix states what later rules go on from: references, types, constants and lists of values are merged
/// and moved with the alternatives that have them, and what a rule reads as it was meant is lowered like any other.
const GOES_ON: &[&str] =
    &["GS001", "GS005", "GS011", "GS012", "GS024", "GS025", "GS031", "GS035", "GS050", "GS053", "GS068", "GS071"];

#[test]
fn a_quoted_keyword_has_the_quoted_value_in_the_output() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/specs");
    let folders = fs::read_dir(folder).expect("there are specs").map(|folder| folder.expect("it is read").path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).expect("it is read"));
    let files = files.map(|file| file.expect("it is read").path());
    let mut wrong = Vec::new();
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "json")) {
        let text = fs::read_to_string(&file).expect("it is read");
        for target in TARGETS {
            for mode in [Mode::DropIn, Mode::RoundTrip] {
                for tool in check(&text, &Options::new(target).mode(mode)).tools {
                    let Some(output) = tool.transformed_schema.map(|schema| value(schema.get())) else { continue };
                    let issues = tool.issues.iter().filter(|issue| !GOES_ON.contains(&issue.code.as_str()));
                    let untrue = issues.filter_map(|issue| Some((issue, untrue(issue, &output)?)));
                    wrong.extend(untrue.map(|(issue, said)| {
                        let name = file.file_name().unwrap_or_default().display();
                        format!("{name} {} {mode:?} {} {:?} {said}", target.id, issue.code, issue.outputs)
                    }));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} {:#?}", wrong.len(), &wrong[..wrong.len().min(60)]);
}

/// What a fix says of a keyword that none of the output places has.
fn untrue(issue: &Issue, output: &Value) -> Option<String> {
    let fix = issue.fix.as_deref()?.split("the description ").next()?;
    let quoted = fix.split('`').skip(1).step_by(2);
    let mut stated = quoted.filter_map(|code| {
        let (keyword, text) = code.split_once(": ")?;
        let is_word = !keyword.is_empty() && keyword.chars().all(|c| c.is_ascii_alphabetic() || c == '$');
        Some((keyword, serde_json::from_str::<Value>(text).ok()?)).filter(|_| is_word)
    });
    let has = |keyword: &str, stated: &Value| {
        issue.outputs.iter().any(|place| output.pointer(place).is_some_and(|node| node.get(keyword) == Some(stated)))
    };
    stated.find(|(keyword, stated)| !issue.outputs.is_empty() && !has(keyword, stated)).map(|_| fix.to_owned())
}

/// The fixes of a rule for a property of a tool.
fn fixes_of(target: &Target, code: &str, p: &str) -> Vec<String> {
    let tool = format!(r#"{{"name":"f","inputSchema":{{"type":"object","properties":{{"p":{p}}}}}}}"#);
    let issues = check(&tool, &Options::new(target)).tools.remove(0).issues;
    issues.into_iter().filter(|issue| issue.code == code).filter_map(|issue| issue.fix).collect()
}

#[test]
fn a_bound_that_is_narrower_already_is_stated() {
    let upper = r#"{"type":"number","exclusiveMaximum":10,"maximum":3}"#;
    assert_eq!(fixes_of(&GEMINI, "GS015", upper), ["removed: `maximum: 3` is at least as narrow"]);
    let lower = r#"{"type":"integer","exclusiveMinimum":1,"minimum":5}"#;
    assert_eq!(fixes_of(&GEMINI, "GS014", lower), ["removed: `minimum: 5` is at least as narrow"]);
    let same = r#"{"type":"integer","exclusiveMinimum":4,"minimum":5.0}"#;
    assert_eq!(fixes_of(&GEMINI, "GS014", same), ["removed: `minimum: 5.0` is at least as narrow"]);
    let equal = r#"{"type":"number","exclusiveMinimum":3.0,"minimum":3}"#;
    assert_eq!(fixes_of(&GEMINI, "GS014", equal), ["`minimum: 3`; the description says `greater than 3.0`"]);
}

#[test]
fn a_list_that_two_rules_shorten_is_stated_by_the_last() {
    let list = r#"{"type":"string","enum":["a",null,"a",""]}"#;
    assert_eq!(fixes_of(&GEMINI_API, "GS025", list), ["`enum` without `null`"]);
    assert_eq!(fixes_of(&GEMINI_API, "GS026", list), ["`enum: [\"a\"]`; the description says `omit for none`"]);
    let others = r#"{"type":"string","enum":["1",1,1.0,true]}"#;
    assert_eq!(fixes_of(&GEMINI_API, "GS025", others), ["`enum` without `1`, `true`"]);
}

#[test]
fn removed_definitions_are_referred_to_only_if_the_output_has_some() {
    let flat =
        r##"{"type":"object","$defs":{"A":{"type":"string"}},"properties":{"a":{"$ref":"#/properties/p/$defs/A"}}}"##;
    assert_eq!(fixes_of(&VERTEX_AI, "GS002", flat), ["removed"]);
    let tree = r##"{"type":"object","$defs":{"A":{"type":"object","properties":{"a":{"$ref":"#/properties/p/$defs/A"}}}},"properties":{"a":{"$ref":"#/properties/p/$defs/A"}}}"##;
    let fix = "removed; the schemas that are still referenced are in `defs` of the root";
    assert_eq!(fixes_of(&VERTEX_AI, "GS002", tree), [fix]);
}
