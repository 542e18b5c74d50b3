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
