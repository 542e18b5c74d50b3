//! Claims against proofs.

use std::{fs, path::Path};

use lapidary::{GEMINI, GEMINI_API, Options, Output, Target, transform};
use serde_json::{Value, json};

use crate::{
    claims::{Claim, Effect},
    declared::{Declared, World},
    json,
    prove::{Verdict, is_claimed, verdict},
};

fn of(a: &Value) -> Value {
    json!({ "type": "object", "properties": { "a": a } })
}

fn is_refuted(original: &Value, declared: &Value, effect: Effect, claimed: bool) -> bool {
    match verdict(original, declared, effect, claimed) {
        Verdict::Proven => false,
        Verdict::Refuted(..) => true,
        Verdict::Unknown => panic!("{original} and {declared} can be compared"),
    }
}

#[test]
fn equivalence_is_proven_and_a_claim_beyond_it_refuted() {
    let original = of(&json!({ "const": 3 }));
    let declared = of(&json!({ "type": "integer", "minimum": 3, "maximum": 3 }));
    for effect in [Effect::Gains, Effect::Loses] {
        assert!(!is_refuted(&original, &declared, effect, false));
        assert!(is_refuted(&original, &declared, effect, true));
    }
}

#[test]
fn a_gain_is_proven_and_silence_about_it_refuted() {
    let original = of(&json!({ "type": "number", "exclusiveMinimum": 0 }));
    let declared = of(&json!({ "type": "number", "minimum": 0 }));
    assert!(!is_refuted(&original, &declared, Effect::Gains, true));
    assert!(is_refuted(&original, &declared, Effect::Gains, false));
    assert!(!is_refuted(&original, &declared, Effect::Loses, false));
    assert!(is_refuted(&declared, &original, Effect::Loses, false));
}

#[test]
fn a_claim_may_be_of_a_format_that_asserts() {
    let (original, declared) = (of(&json!({ "type": "string", "format": "uri" })), of(&json!({ "type": "string" })));
    assert!(!is_refuted(&original, &declared, Effect::Gains, true));
    assert!(!is_refuted(&original, &declared, Effect::Gains, false));
}

#[test]
fn what_no_member_is_declared_for_is_not_sent() {
    let original = json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "string" } } });
    let declared = of(&json!({ "type": "string" }));
    assert_eq!(verdict(&original, &declared, Effect::Loses, true), Verdict::Unknown);
    assert!(!is_refuted(&original, &declared, Effect::Gains, false));
    let shut = json!({ "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": false });
    for claimed in [true, false] {
        let found = verdict(&shut, &declared, Effect::Gains, claimed);
        assert!(!matches!(found, Verdict::Refuted(..)), "the ban on other members is gone, and nobody sends them");
    }
}

/// Every example of every rule: what its edits claim, nobody can prove wrong.
#[test]
fn no_rule_claims_what_is_proven_otherwise() {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs");
    let folders = fs::read_dir(specs).expect("the specs are there").map(|folder| folder.expect("it opens").path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).expect("it is a folder"));
    let mut wrong = Vec::new();
    for file in files.map(|file| file.expect("it opens").path()) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.split_once('.').is_some_and(|(_, ending)| ending == "json") {
            let text = fs::read_to_string(&file).expect("it is text");
            for target in [&GEMINI, &GEMINI_API] {
                let refuted = refuted(&text, target).into_iter();
                wrong.extend(refuted.map(|what| format!("{} for {}: {what}", file.display(), target.id)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn refuted(text: &str, target: &Target) -> Vec<String> {
    let (tools, _) = transform(text, &Options::new(target), &Output::default()).into_findings();
    let refuted = tools.iter().filter_map(|tool| {
        let original = json::read(tool.report.original_schema.as_ref()?.get()).ok()?;
        let meaning = Declared::read(tool.declaration.as_ref()?)?.meaning(World::Open);
        let claims: Vec<Claim> = tool.report.issues.iter().map(Claim::of).collect();
        let verdicts = [Effect::Gains, Effect::Loses]
            .map(|effect| verdict(&original, &meaning, effect, is_claimed(&claims, effect)));
        Some(verdicts.into_iter().filter_map(|verdict| match verdict {
            Verdict::Refuted(cause, shown) => Some(format!("{:?}: {cause} {shown}", tool.report.name)),
            _ => None,
        }))
    });
    refuted.flatten().collect()
}
