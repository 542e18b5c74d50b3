//! The list of known findings.

use std::{env, fs};

use lapidary::{GEMINI, Mode, VERTEX_AI};

use crate::{
    answer::Run,
    finding::{Finding, Kind},
    known::Known,
};

fn finding(target: &'static lapidary::Target, case: &str) -> Finding {
    Finding {
        kind: Kind::Refused,
        run: Run { target, mode: Mode::DropIn },
        case: case.to_owned(),
        tool: String::new(),
        declaration: String::new(),
        detail: String::new(),
    }
}

#[test]
fn the_list_tells_what_is_new_and_what_is_gone_and_keeps_reasons() {
    let file = env::temp_dir().join(format!("lapidary-known-{}.json", std::process::id()));
    let listed =
        r#"{"a reason":{"refused: one":"gemini, drop-in; vertex-ai, drop-in","refused: two":"gemini, drop-in"}}"#;
    fs::write(&file, listed).expect("it can be written");
    let runs = [Run { target: &GEMINI, mode: Mode::DropIn }, Run { target: &VERTEX_AI, mode: Mode::DropIn }];
    let known = || Known::read(&file).expect("it is a list");
    let all = [finding(&GEMINI, "one"), finding(&VERTEX_AI, "one"), finding(&GEMINI, "two")];
    assert!(known().compare(&runs, &all).is_empty());
    assert!(known().compare(&runs[1..], &all[1..2]).is_empty(), "what was not looked at is not gone");
    let fewer = known().compare(&runs, &all[..2]);
    assert!(!fewer.is_empty() && !all.iter().any(|finding| fewer.is_new(finding)));
    let other = [finding(&GEMINI, "one"), finding(&GEMINI, "three")];
    let difference = known().compare(&runs, &other);
    assert!(difference.is_new(&other[1]) && !difference.is_new(&other[0]));
    known().update(&difference).expect("it can be written");
    let written = fs::read_to_string(&file).expect("it is there");
    fs::remove_file(&file).expect("it is there");
    let expected = serde_json::json!({
        "a reason": { "refused: one": "gemini, drop-in" },
        "not explained yet": { "refused: three": "gemini, drop-in" }
    });
    assert_eq!(serde_json::from_str::<serde_json::Value>(&written).expect("it is JSON"), expected);
}
