use crate::{ACCEPTED, TOOLS, json, run, run_with};

#[test]
fn a_unified_diff_shows_what_changes() {
    let done = run("diff", TOOLS);
    assert_eq!((done.code, done.err.as_str()), (1, ""));
    insta::assert_snapshot!(done.out);
}

#[test]
fn nothing_changes_in_what_is_accepted() {
    let done = run("diff", ACCEPTED);
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "", ""));
}

#[test]
fn as_json_it_holds_patch_text_and_changes() {
    let done = run("diff --json", TOOLS);
    assert_eq!(done.code, 1);
    let diff = json(&done.out);
    let patch = json(diff["patch"].as_str().expect("a patch"));
    let removed = serde_json::json!({"op": "remove", "path": "/tools/0/inputSchema/additionalProperties"});
    assert!(patch.as_array().expect("operations").contains(&removed), "{patch}");
    assert!(diff["unified"].as_str().expect("text").starts_with("--- search"));
    assert!(diff["changes"].as_array().expect("changes").iter().any(|change| change["code"] == "GS010"));
}

#[test]
fn colors_mark_what_comes_and_goes() {
    let done = run_with(&["diff"], &[("CLICOLOR_FORCE", "1")], TOOLS);
    assert!(
        done.out.contains("\u{1b}[31m-      \"exclusiveMinimum\": 0")
            && done.out.contains("\u{1b}[32m+      \"minimum\": 1"),
        "{}",
        done.out
    );
}

#[test]
fn an_unreadable_document_is_told_on_standard_error() {
    let done = run("diff", "{\"a\" 1}");
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.starts_with("error[invalid-json]"), "{}", done.err);
    assert_eq!(run("diff --json", "nope").code, 2);
}

#[test]
fn changes_outside_of_the_schemas_of_tools_are_shown() {
    let schema = r#"{"type":"object","properties":{"q":{"const":1}}}"#;
    for (document, removed) in [
        (format!(r#"{{"contents":[],"generationConfig":{{"responseSchema":{schema}}}}}"#), r#""const": 1"#),
        (
            format!(
                r#"{{"model":"m","messages":[],"response_format":{{"type":"json_schema","json_schema":{{"name":"r","schema":{schema}}}}}}}"#
            ),
            r#""const": 1"#,
        ),
        (
            r#"{"name":"a b","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}"#.to_owned(),
            r#""name": "a b""#,
        ),
        ("{\"name\":\"a b\"}\n{\"name\":\"c\"}\n".to_owned(), r#""name": "a b""#),
    ] {
        let done = run("diff", document.as_str());
        assert!(done.out.starts_with("--- document (source)\n+++ document (output)\n@@ -"), "{document}: {}", done.out);
        assert!(
            done.out.lines().any(|line| line.starts_with('-') && line.trim_end().ends_with(removed)),
            "{}",
            done.out
        );
    }
    let both = run("diff", format!(r#"{{"name":"a b","inputSchema":{schema}}}"#)).out;
    assert!(both.starts_with("--- a b (source)\n+++ a b (output)\n@@ -2,7 +2,10 @@\n   \"type\""), "{both}");
    assert!(
        both.contains("-  \"name\": \"a b\"\n+  \"name\": \"a_b_") && both.contains("   \"inputSchema\": \"…\"\n"),
        "{both}"
    );
}
