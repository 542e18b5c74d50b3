//! How `check` and `diff` look in a terminal: with color, narrow and wide.

use crate::run_with;

/// Tools with a change of each kind: removed, rewritten, moved, accepts more, accepts less.
const TOOL: &str = include_str!("looks.json");

fn looks(command: &[&str], columns: &str) -> String {
    run_with(command, &[("CLICOLOR_FORCE", "1"), ("COLUMNS", columns)], TOOL).out
}

#[test]
fn check_in_color() {
    insta::assert_snapshot!("check_80", looks(&["check"], "80"));
    insta::assert_snapshot!("check_160", looks(&["check"], "160"));
    insta::assert_snapshot!("check_verbose", looks(&["check", "--verbose"], "160"));
}

#[test]
fn diff_in_color() {
    insta::assert_snapshot!("diff_80", looks(&["diff"], "80"));
    insta::assert_snapshot!("diff_160", looks(&["diff"], "160"));
}
