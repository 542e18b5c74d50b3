//! Findings cite what is about their target.

use std::{fs, path::Path};

use lapidary::{Issue, OPENAI_STRICT, Options, TARGETS, Target, UNIVERSAL, check};
use serde_json::Value;

use crate::value;

/// The findings about all specs.
fn issues(target: &Target) -> Vec<Issue> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/specs");
    let folders = fs::read_dir(folder).expect("there are specs").map(|folder| folder.expect("it is read").path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).expect("it is read"));
    let files = files.map(|file| file.expect("it is read").path());
    let texts = files.filter(|file| file.extension().is_some_and(|extension| extension == "json"));
    let texts = texts.map(|file| fs::read_to_string(file).expect("it is read"));
    texts.flat_map(|text| check(&text, &Options::new(target)).tools).flat_map(|tool| tool.issues).collect()
}

/// The surface of a row.
fn surface<'r>(rows: &'r Value, id: &str) -> Option<&'r str> {
    let row = rows.as_array()?.iter().find(|row| row["id"] == id)?;
    row["surface"].as_str()
}

#[test]
fn rows_are_about_the_target() {
    let (google, others) =
        (value(include_str!("../../data/errors.json")), value(include_str!("../../data/providers.json")));
    for target in TARGETS {
        for issue in issues(target) {
            assert!(!issue.evidence.is_empty(), "{} {}", target.id, issue.code);
            for cited in &issue.evidence {
                let known = surface(&google, cited).or_else(|| surface(&others, cited));
                let is_client = |surface: &str| surface.starts_with("client:") && target.id != OPENAI_STRICT.id;
                let is_own = |surface: &str| target.chooses || target.surfaces.contains(&surface);
                let is_about = known.is_none_or(|surface| is_own(surface) || is_client(surface));
                assert!(is_about, "{} {} {cited}", target.id, issue.code);
            }
        }
    }
}

#[test]
fn findings_for_openai_cite_rows_about_openai() {
    let tool =
        r#"{"name":"a b","inputSchema":{"type":"object","properties":{"p":{"type":"string","x-a":1,"minLength":1}}}}"#;
    let cited = |target: &Target, code: &str| {
        let issues = check(tool, &Options::new(target)).tools.remove(0).issues;
        issues.into_iter().find(|issue| issue.code == code).map(|issue| issue.evidence).unwrap_or_default()
    };
    assert_eq!(cited(&OPENAI_STRICT, "GS043"), ["OA-name-pattern", "OA-name-length"]);
    let all = cited(&UNIVERSAL, "GS043");
    assert!(all.contains(&"N-invalid-name") && all.contains(&"OA-name-pattern"), "{all:?}");
    assert!(!cited(&UNIVERSAL, "GS037").is_empty());
}
