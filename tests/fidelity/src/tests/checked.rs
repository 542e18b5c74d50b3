//! Faults planted in an answer are found, and reported losses are not faults.

use lapidary::{Codec, GEMINI, Mode};
use serde_json::{Value, json};

use super::{answer, claims, tool};
use crate::{
    answer::{Answer, Run},
    check::{Held, faults},
    claims::Claim,
    declared::{Declared, Dialect, World},
    finding::Kind,
    judge::Judge,
};

const RUN: Run = Run { target: &GEMINI, mode: Mode::DropIn };

fn made(parameters: &Value, claims: Vec<Claim>) -> Answer {
    answer(Dialect::Fields, Some(parameters), Codec::default(), claims)
}

fn of(a: &Value) -> Value {
    json!({ "type": "object", "properties": { "a": a } })
}

/// The kind of fault that a declaration has with some arguments.
fn fault(original: &Value, declared: &Value, claims: Vec<Claim>, arguments: &Value) -> Option<Kind> {
    let original = Judge::new(original).expect("it is a schema");
    let answer = made(declared, claims);
    let held = Held::read(&answer, RUN).ok().flatten().expect("it can be read");
    let fault = if original.takes(arguments) { held.valid(arguments) } else { held.invalid(arguments, &original) };
    fault.map(|fault| fault.kind)
}

#[test]
fn a_loss_and_a_gain_are_faults_unless_they_are_told() {
    let open = of(&json!({ "type": "number", "exclusiveMinimum": 0 }));
    let closed = of(&json!({ "type": "number", "minimum": 0 }));
    let zero = json!({ "a": 0 });
    assert_eq!(fault(&closed, &open_end(), Vec::new(), &zero), Some(Kind::UntoldLoss));
    assert_eq!(fault(&open, &closed, Vec::new(), &zero), Some(Kind::UntoldGain));
    assert_eq!(fault(&open, &closed, claims(&open), &zero), None);
    assert_eq!(fault(&closed, &closed, Vec::new(), &zero), None);
}

fn open_end() -> Value {
    of(&json!({ "type": "NUMBER", "minimum": 1 }))
}

#[test]
fn a_gain_that_is_told_elsewhere_is_untold() {
    let original = json!({ "type": "object", "properties": {
        "a": { "type": "string", "maxLength": 1 }, "b": { "type": "number", "exclusiveMinimum": 0 }
    } });
    let declared = json!({ "type": "OBJECT", "properties": {
        "a": { "type": "STRING" }, "b": { "type": "NUMBER", "minimum": 0 }
    } });
    let invalid = |arguments| fault(&original, &declared, claims(&original), &arguments);
    assert_eq!(invalid(json!({ "a": "long" })), Some(Kind::UntoldGain));
    assert_eq!(invalid(json!({ "b": 0 })), None);
}

#[test]
fn arguments_that_come_back_changed_are_a_fault() {
    let whole = of(&json!({ "type": "integer" }));
    let tool = tool(&of(&json!({ "type": "object", "additionalProperties": { "type": "integer" } })));
    let run = Run { mode: Mode::RoundTrip, ..RUN };
    let mut answer = Answer::to(&tool, run);
    let coded = json!({ "a": { "k": 1 } });
    let kind = |answer: &Answer| {
        let held = Held::read(answer, run).ok().flatten().expect("it can be read");
        held.valid(&coded).map(|fault| fault.kind)
    };
    assert_eq!(kind(&answer), None);
    answer.codec = Codec::default();
    assert_eq!(kind(&answer), Some(Kind::UntoldLoss), "a map that is not coded is no list of entries");
    assert_eq!(fault(&whole, &whole, Vec::new(), &json!({ "a": 1 })), None);
}

#[test]
fn a_second_run_and_a_budget_that_do_not_hold_are_faults() {
    let kinds = |text: String| {
        let mut answer = made(&json!({}), Vec::new());
        answer.text = Some(text);
        faults(&tool(&json!({})), &answer, RUN).into_iter().map(|fault| fault.kind).collect::<Vec<_>>()
    };
    let fixed = r#"{"name":"t","parameters":{"type":"OBJECT","properties":{"a":{"type":"STRING"}}}}"#;
    assert!(kinds(fixed.to_owned()).is_empty());
    assert_eq!(kinds(fixed.replace("\"STRING\"", "[\"string\",\"null\"]")), [Kind::SecondRun]);
    let long = "x".repeat(70_000);
    assert_eq!(
        kinds(fixed.replace("{\"type\":\"STRING\"}", &format!("{{\"type\":\"STRING\",\"description\":\"{long}\"}}"))),
        [Kind::Budget]
    );
}

#[test]
fn a_declaration_without_room_is_a_fault_unless_the_loss_is_told() {
    let empty = |claims| answer(Dialect::Fields, None, Codec::default(), claims);
    let free_form = claims(&json!({ "type": "object", "additionalProperties": true }));
    for (claims, silent) in [(Vec::new(), true), (free_form, false)] {
        let answer = empty(claims);
        let held = Held::read(&answer, RUN).ok().flatten().expect("it can be read");
        assert_eq!(held.is_empty_in_silence(), silent);
    }
}

#[test]
fn members_are_closed_where_some_are_named() {
    let takes = |schema: Value, arguments: Value| {
        let declared = Declared { name: String::new(), dialect: Dialect::Fields, schema: Some(schema) };
        Judge::new(&declared.meaning(World::Named)).expect("it is a schema").takes(&arguments)
    };
    let named = json!({ "type": "OBJECT", "properties": { "a": { "type": "OBJECT" } } });
    assert!(takes(named.clone(), json!({ "a": { "free": 1 } })));
    assert!(!takes(named, json!({ "b": 1 })));
    let branches = json!({ "type": "OBJECT", "properties": { "a": {} }, "anyOf": [{ "properties": { "b": {} } }] });
    assert!(takes(branches, json!({ "a": 1, "b": 1 })));
    let apart = json!({ "anyOf": [{ "properties": { "a": {} } }, { "properties": { "b": {} } }] });
    assert!(!takes(apart, json!({ "a": 1, "b": 1 })));
}
