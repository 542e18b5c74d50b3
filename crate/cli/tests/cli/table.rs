//! `check --table`: all tools at a glance.

use crate::{TOOLS, folder, json, path, run_with};

/// Tools of each outcome: one that loses an object, one that is fixed, one that is accepted as written.
const SEVERAL: &str = r#"{"tools":[
  {"name":"now"},
  {"name":"page","inputSchema":{"type":"object","properties":{"size":{"type":"integer","exclusiveMinimum":0}}}},
  {"name":"tag_everything_that_was_found","inputSchema":{"type":"object","properties":{
    "labels":{"type":"object","additionalProperties":{"type":"string"}},
    "site":{"type":["string","null"]}},"$schema":"http://json-schema.org/draft-07/schema#"}}
]}"#;

fn table(columns: &str, more: &[&str], text: &str) -> String {
    run_with(&[&["check", "--table"], more].concat(), &[("COLUMNS", columns)], text).out
}

#[test]
fn it_says_what_becomes_of_each_tool() {
    insta::assert_snapshot!("table_80", table("80", &[], SEVERAL));
    insta::assert_snapshot!("table_140", table("140", &[], SEVERAL));
    insta::assert_snapshot!("table_markdown", table("", &["--format", "markdown"], SEVERAL));
}

#[test]
fn it_has_one_row_for_each_tool_of_all_documents() {
    let lines = "{\"name\":\"first\"}\n{\"name\":\"second\"}\n";
    let files =
        folder(&[("tools.json", TOOLS.as_bytes()), ("tools.jsonl", lines.as_bytes()), ("none.json", b"{\n nope")]);
    let paths = ["tools.json", "tools.jsonl", "none.json", "missing.json"].map(|name| path(&files, name));
    let arguments: Vec<&str> =
        ["check", "--table", "--json"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    let done = run_with(&arguments, &[], "");
    assert_eq!(done.code, 2);
    let table = json(&done.out);
    let rows = table["tools"].as_array().expect("rows");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names, ["search", "ping", "first", "second"]);
    assert_eq!(rows[3]["file"], paths[1].as_str());
    let codes: Vec<&str> =
        table["issues"].as_array().expect("issues").iter().filter_map(|it| it["code"].as_str()).collect();
    assert_eq!(codes, ["invalid-json", "unreadable-file"]);
    for row in rows {
        let targets: Vec<&str> =
            row["targets"].as_array().expect("targets").iter().filter_map(|it| it["target"].as_str()).collect();
        assert_eq!(targets, lapidary::TARGETS.iter().map(|target| target.id).collect::<Vec<_>>());
    }
}

/// What a loss costs comes before what it gains, and both before findings that cost nothing.
#[test]
fn the_most_harmed_come_first() {
    let table = json(&table("", &["--json"], SEVERAL));
    assert_eq!(table["version"], lapidary::internal::REPORT_VERSION);
    let outcomes: Vec<_> = table["tools"].as_array().expect("rows").iter().map(|row| &row["outcome"]).collect();
    assert_eq!(outcomes, ["loses-meaning", "fixed", "accepted-as-written"]);
    let [worst, second] = [&table["tools"][0], &table["tools"][1]];
    assert_eq!((&worst["emptied"], &worst["loss"]), (&1.into(), &"models leave `labels` empty; 1 more".into()));
    assert_eq!(
        (&second["loss"], &second["stricter"], &second["looser"]),
        (&serde_json::Value::Null, &0.into(), &0.into())
    );
    let rules: Vec<_> =
        table["rules"].as_array().expect("rules").iter().map(|rule| (&rule["code"], &rule["tools"])).collect();
    assert_eq!(rules[0].1, 1);
    assert_eq!(rules.last().map(|rule| rule.0), Some(&"GS012".into()));
    let gemini = &table["targets"][0];
    assert_eq!([&gemini["loses_meaning"], &gemini["fixed"], &gemini["accepted_as_written"]], [1; 3]);
}

/// The table counts what `check` counts, and leaves with its exit code.
#[test]
fn it_agrees_with_check() {
    for options in [&[][..], &["--target", "openai-strict"], &["--mode", "round-trip"], &["--drop", "title"]] {
        let checked = run_with(&[&["check", "--json"], options].concat(), &[], SEVERAL);
        let shown = run_with(&[&["check", "--json", "--table"], options].concat(), &[], SEVERAL);
        assert_eq!(shown.code, checked.code, "{options:?}");
        let (checked, shown) = (json(&checked.out), json(&shown.out));
        for tool in checked["tools"].as_array().expect("tools") {
            let of = |severity: &str| {
                tool["issues"].as_array().map(|all| all.iter().filter(|it| it["severity"] == severity).count())
            };
            let row = shown["tools"]
                .as_array()
                .expect("rows")
                .iter()
                .find(|row| row["name"] == tool["name"])
                .expect("its row");
            assert_eq!(
                (row["errors"].as_u64(), row["warnings"].as_u64()),
                (of("error").map(|n| n as u64), of("warning").map(|n| n as u64))
            );
        }
    }
    let allowed = run_with(&["check", "--table", "--fail-on", "never"], &[], SEVERAL);
    assert_eq!(allowed.code, 0);
}

#[test]
fn it_fits_the_terminal() {
    let long = format!(
        r#"[{{"name":"{}","inputSchema":{{"type":"object","properties":{{"a":{{"not":{{}}}}}}}}}}]"#,
        "名".repeat(90)
    );
    for columns in [72, 80, 100, 140, 200] {
        for text in [SEVERAL, &long] {
            let shown = table(&columns.to_string(), &[], text);
            let wide = shown.lines().find(|line| textwrap::core::display_width(line) > columns);
            assert_eq!(wide, None, "{columns}");
        }
        assert!(table(&columns.to_string(), &[], &long).contains("名…"), "{columns}");
    }
}

#[test]
fn what_it_cannot_be_combined_with_is_wrong_usage() {
    for (more, said) in [
        (&["--verbose"][..], "'--table' cannot be used with '--verbose'"),
        (&["--format", "sarif"], "'--table' can only be used with '--format' pretty, json or markdown"),
        (&["--format", "jsonl"], "'--table' can only be used with '--format' pretty, json or markdown"),
    ] {
        let done = run_with(&[&["check", "--table"], more].concat(), &[], SEVERAL);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{more:?}");
        assert!(done.err.contains(said), "{}", done.err);
    }
}

#[test]
fn what_does_not_count_is_counted_apart() {
    let files = folder(&[("tools.json", SEVERAL.as_bytes())]);
    let [tools, known] = ["tools.json", "known.json"].map(|name| path(&files, name));
    std::fs::write(&known, run_with(&["check", "--format", "baseline", &tools], &[], "").out).expect("a file");
    let done = run_with(&["check", "--table", "--baseline", &known, &tools], &[], "");
    assert_eq!(done.code, 0);
    assert!(done.out.contains("\nNot counted, as known or allowed: "), "{}", done.out);
}
