//! `lapidary.toml`.

use assert_cmd::Command;

use crate::{TOOLS, folder, json};

const SETTINGS: &str = r#"
target = "gemini-api"
fail-on = "info"

[rules]
exclusive-minimum = "info"

[[allow]]
tool = "sea*"
rules = ["GS010"]
reason = "The server takes any member."
"#;

/// The exit code and the output of a command that runs in a folder below one with these settings.
fn below(settings: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let project = folder(&[("lapidary.toml", settings.as_bytes())]);
    let inner = project.path().join("a/b");
    std::fs::create_dir_all(&inner).expect("a folder");
    let mut command = Command::cargo_bin("lapidary").expect("the program is built");
    let done = command.current_dir(&inner).args(arguments).write_stdin(TOOLS).output().expect("it runs");
    let text =
        |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8").replace(&project.path().display().to_string(), "");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

#[test]
fn settings_of_the_project_hold_below_it() {
    let (code, out, _) = below(SETTINGS, &["check", "--json"]);
    let report = json(&out);
    assert_eq!(code, Some(1));
    assert_eq!(report["tools"][0]["target"], "gemini-api");
    let issues = |of: &serde_json::Value| of.as_array().expect("issues").clone();
    let [issue] = &issues(&report["tools"][0]["issues"])[..] else { panic!("{out}") };
    assert_eq!((&issue["code"], &issue["severity"]), (&"GS014".into(), &"info".into()));
    let [excused] = &issues(&report["excused"])[..] else { panic!("{out}") };
    assert_eq!((&excused["tool"], &excused["excuse"]), (&"search".into(), &"allowed".into()));
    assert_eq!(excused["reason"], "The server takes any member.");
}

#[test]
fn options_of_the_command_line_come_first() {
    let (_, out, _) = below(SETTINGS, &["check", "--json", "--target", "gemini"]);
    assert_eq!(json(&out)["tools"][0]["target"], "gemini");
    let allowing = "[[allow]]\ntool = \"search\"\nrules = [\"GS010\", \"GS014\"]\nreason = \"r\"\n";
    assert_eq!(below(allowing, &["check"]).0, Some(0));
    assert_eq!(below(allowing, &["check", "--fail-on", "info"]).0, Some(1));
}

#[test]
fn what_is_allowed_is_a_loss_all_the_same() {
    let allowing = "[[allow]]\ntool = \"*\"\nrules = [\"GS010\", \"GS014\"]\nreason = \"r\"\n";
    let table = |settings| json(&below(settings, &["check", "--table", "--json"]).1);
    let (judged, allowed) = (table(""), table(allowing));
    assert_eq!(judged["tools"], allowed["tools"]);
    assert_eq!((&judged["excused"], &allowed["excused"]), (&0.into(), &2.into()));
}

#[test]
fn transform_and_diff_have_the_same_target() {
    let settings = "target = \"gemini-json-schema\"\n";
    assert!(below(settings, &["transform"]).1.contains("parametersJsonSchema"));
    assert!(below("disable = [\"GS014\"]\n", &["transform"]).1.contains("exclusiveMinimum"));
    assert!(!below("disable = [\"GS014\"]\n", &["diff"]).1.contains("exclusiveMinimum"));
}

#[test]
fn what_is_wrong_in_them_is_shown() {
    let (code, out, err) = below("target = \"gemini\"\n[rules]\nGS009 = \"off\"\n", &["check"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    insta::assert_snapshot!(err);
}

#[test]
fn limits_hold_for_every_command() {
    let few = "[limits]\ndeclarations = 1\n";
    let is_named = |issues: &serde_json::Value| {
        issues.as_array().is_some_and(|issues| issues.iter().any(|issue| issue["code"] == "limit"))
    };
    let (code, out, _) = below(few, &["check", "--json"]);
    assert!(code == Some(1) && is_named(&json(&out)["issues"]), "{out}");
    let (code, out, _) = below(few, &["diff", "--json"]);
    assert!(code == Some(1) && is_named(&json(&out)["changes"]), "{out}");
    let (code, out, err) = below(few, &["diff"]);
    assert!(code == Some(1) && out.starts_with("--- search") && err.contains("error[limit]"), "{out} {err}");
    let (code, out, _) = below(few, &["transform"]);
    assert!(code == Some(1) && out.contains("search") && !out.contains("ping"), "{out}");
    assert_eq!(below("[limits]\ndeclarations = 2\n", &["transform"]).0, Some(0));
    let code = serde_json::json!({ "object": { "constants": { "c": "x".repeat(100) } } });
    let code = serde_json::json!({ "object": { "properties": { "a": { "array": code } } } });
    let args = serde_json::json!({ "a": vec![serde_json::json!({}); 400] });
    let call =
        serde_json::json!({ "codec": { "version": 1, "arguments": code }, "call": { "name": "f", "args": args } });
    let project = folder(&[("lapidary.toml", b"[limits]\noutput = 1\n"), ("call.json", call.to_string().as_bytes())]);
    let restored = |more: &[&str]| {
        let mut command = Command::cargo_bin("lapidary").expect("the program is built");
        let done = command.current_dir(project.path()).args([&["restore", "call.json"], more].concat()).output();
        json(&String::from_utf8(done.expect("it runs").stdout).expect("UTF-8"))
    };
    assert_eq!(restored(&[])["args"], args);
    assert!(restored(&[])["issues"][0]["message"].as_str().is_some_and(|said| said.contains("larger than 1 byte ")));
    assert_eq!(restored(&["--settings", "/dev/null"])["args"]["a"][399]["c"], "x".repeat(100));
    let (code, _, err) = below("[limits]\nsteps = 0\n", &["check"]);
    assert!(code == Some(2) && err.contains("invalid value: integer `0`, expected a nonzero u64"), "{err}");
}
