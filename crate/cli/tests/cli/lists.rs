use crate::{json, run, run_with};

#[test]
fn rules_are_listed() {
    let done = run("rules", "");
    assert_eq!(done.code, 0);
    assert_eq!(done.out.lines().count(), lapidary::RULES.len());
    assert!(done.out.starts_with("GS001  $ref"));
}

#[test]
fn lists_fit_the_terminal() {
    for (columns, command) in
        [("80", "rules"), ("100", "rules"), ("140", "rules"), ("80", "targets"), ("100", "targets")]
    {
        let listed = run_with(&[command], &[("COLUMNS", columns)], "").out;
        let width: usize = columns.parse().expect("a number");
        assert_eq!(listed.lines().find(|line| line.chars().count() > width), None, "{command}, {columns}");
        let letters = |text: &str| text.split_whitespace().collect::<String>();
        assert!(letters(&listed) == letters(&run(command, "").out), "{listed}");
    }
}

#[test]
fn rules_as_json_have_their_fields() {
    let rules = json(&run("rules --format json", "").out);
    let rules = rules.as_array().expect("an array");
    assert_eq!(rules.len(), lapidary::RULES.len());
    for rule in rules {
        for field in ["code", "slug", "title", "summary", "why", "change", "docs", "since", "priority", "severity"] {
            assert!(rule[field].as_str().is_some_and(|text| !text.is_empty()), "{field} of {rule}");
        }
        assert!(rule["keywords"].is_array() && rule["evidence"].is_array());
    }
    let lines = run("rules --format jsonl", "");
    assert_eq!(lines.out.lines().map(json).collect::<Vec<_>>(), *rules);
}

#[test]
fn targets_are_listed() {
    let done = run("targets", "");
    assert_eq!((done.code, done.out.lines().count()), (0, lapidary::TARGETS.len()));
    let targets = json(&run("targets --json", "").out);
    assert_eq!(targets[0]["id"], "gemini");
    assert!(targets[0]["held"].as_array().expect("keywords").contains(&"anyOf".into()));
    assert!(targets[0]["types"].as_array().expect("types").contains(&"OBJECT".into()));
}
