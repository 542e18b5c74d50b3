//! The output of `check` in each format; tests/servers validates SARIF against its schema.

use crate::{TOOLS, folder, json, path, run_with};

/// The output for two documents with findings and one that is not JSON, with relative paths as in a repository.
fn told(format: &str, more: &[&str]) -> String {
    let warns = br#"{"name":"warn <&> | \"it\"","inputSchema":{"type":"object","properties":{"a":{"type":"string","format":"uri"},
"b%":{"type":"array","items":{"type":"string"},"uniqueItems":true}}}}"#;
    let files = folder(&[("bad tools.json", TOOLS.as_bytes()), ("warn.json", warns), ("none.json", b"{\n nope")]);
    let mut arguments = vec!["check", "--format", format, "bad tools.json", "warn.json", "none.json"];
    arguments.extend(more);
    let done = assert_cmd::Command::cargo_bin("lapidary")
        .expect("the program is built")
        .args(arguments)
        .current_dir(files.path())
        .output()
        .expect("it runs");
    assert_eq!(done.status.code(), Some(2), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("UTF-8")
}

#[test]
fn sarif() {
    let mut log = json(&told("sarif", &["--indent", "2"]));
    let driver = &mut log["runs"][0]["tool"]["driver"];
    assert_eq!(driver["semanticVersion"].take(), lapidary::VERSION);
    let rules = driver["rules"].take();
    assert_eq!(rules.as_array().map(Vec::len), Some(lapidary::RULES.len()));
    for result in log["runs"][0]["results"].as_array().expect("results") {
        let of = result["ruleIndex"].as_u64().map(|at| &rules[at as usize]["id"]);
        assert!(of.is_none_or(|id| *id == result["ruleId"]), "{result}");
    }
    // Sorted, as the order of members depends on the features of other crates in the build.
    insta::with_settings!({ sort_maps => true }, {
        insta::assert_json_snapshot!("sarif_rule", rules[13]);
        insta::assert_json_snapshot!("sarif", log);
    });
}

/// The table after the last of several documents.
#[test]
fn pretty() {
    let all = told("pretty", &[]);
    let (_, table) = all.split_once("\n3 documents\n").expect("a table");
    insta::assert_snapshot!("table", table);
}

#[test]
fn github() {
    insta::assert_snapshot!("github", told("github", &[]));
}

#[test]
fn junit() {
    insta::assert_snapshot!("junit", told("junit", &["--fail-on", "warning"]));
}

#[test]
fn markdown() {
    insta::assert_snapshot!("markdown", told("markdown", &[]));
}

#[test]
fn trace() {
    insta::assert_snapshot!("trace", told("trace", &[]));
}

/// What the project's settings allow has shaped the output, too.
#[test]
fn a_trace_has_findings_that_do_not_count() {
    let settings = b"[[allow]]\ntool = \"*\"\nrules = [\"GS010\"]\nreason = \"known\"\n";
    let files = folder(&[("tools.json", TOOLS.as_bytes()), ("lapidary.toml", settings)]);
    let [tools, settings] = ["tools.json", "lapidary.toml"].map(|name| path(&files, name));
    let [counted, allowed] = [vec!["--format", "trace"], vec!["--format", "trace", "--settings", &settings]]
        .map(|options| run_with(&[vec!["check", &tools], options].concat(), &[], "").out);
    assert!(counted.contains("// GS010"), "{counted}");
    assert_eq!(allowed, counted);
}

#[test]
fn baseline() {
    insta::assert_snapshot!("baseline", told("baseline", &[]));
}

#[test]
fn only_what_is_new_fails() {
    let files = folder(&[("tools.json", TOOLS.as_bytes())]);
    let [tools, known] = ["tools.json", "known.json"].map(|name| path(&files, name));
    let baseline = run_with(&["check", "--format", "baseline", &tools], &[], "");
    assert_eq!(baseline.code, 1);
    std::fs::write(&known, &baseline.out).expect("a file");
    let again = run_with(&["check", "--baseline", &known, &tools], &[], "");
    assert_eq!(again.code, 0);
    assert!(again.out.contains("2 tools compatible"), "{}", again.out);
    assert!(again.out.contains("Not counted, as known or allowed: 5 findings."), "{}", again.out);
    let report = json(&run_with(&["check", "--json", "--baseline", &known, &tools], &[], "").out);
    assert_eq!(
        (report["excused"].as_array().map(Vec::len), &report["excused"][0]["excuse"]),
        (Some(5), &"known".into())
    );
    // A baseline that is written anew keeps the known findings.
    assert_eq!(run_with(&["check", "--format", "baseline", "--baseline", &known, &tools], &[], "").out, baseline.out);
    std::fs::write(&tools, TOOLS.replace("\"limit\"", "\"most\"")).expect("a file");
    let new = run_with(&["check", "--baseline", &known, &tools], &[], "");
    assert_eq!(new.code, 1);
    assert!(new.out.contains("[GS014]: `most`") && !new.out.contains("[GS010]"), "{}", new.out);
    for (text, said) in [("nope", "not a baseline"), (r#"{"version":9,"findings":[]}"#, "its version must be 1")] {
        std::fs::write(&known, text).expect("a file");
        let done = run_with(&["check", "--baseline", &known, &tools], &[], "");
        assert_eq!((done.code, done.out.as_str()), (2, ""));
        assert!(done.err.contains(said), "{}", done.err);
    }
}

/// Files are checked in parallel, and reported in the order in which they were given.
#[test]
fn many_files_keep_their_order() {
    let names: Vec<String> = (0..200).map(|at| format!("{at}.json")).collect();
    let text = |at: usize| {
        format!(r#"{{"name":"t{at}","inputSchema":{{"type":"object","title":"{}"}}}}"#, "x".repeat(at * 997 % 5000))
    };
    let texts: Vec<String> = (0..names.len()).map(text).collect();
    let given: Vec<(&str, &[u8])> = names.iter().map(String::as_str).zip(texts.iter().map(String::as_bytes)).collect();
    let files = folder(&given);
    let paths: Vec<String> = names.iter().map(|name| path(&files, name)).collect();
    let arguments: Vec<&str> =
        ["check", "--format", "jsonl"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    let done = run_with(&arguments, &[], "");
    let told: Vec<String> =
        done.out.lines().map(|line| json(line)["tools"][0]["name"].as_str().unwrap_or_default().to_owned()).collect();
    assert_eq!(told, (0..names.len()).map(|at| format!("t{at}")).collect::<Vec<_>>());
}

#[test]
fn findings_fail_from_a_severity_on() {
    let warns = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string","format":"uri"}}}}"#;
    let code = |arguments: &[&str], input: &str| run_with(&[&["check"], arguments].concat(), &[], input).code;
    assert_eq!(code(&["--target", "gemini-json-schema"], warns), 0);
    assert_eq!(code(&["--fail-on", "never"], TOOLS), 0);
    assert_eq!(code(&["--fail-on", "never"], "nope"), 2);
    assert_eq!(code(&["--fail-on", "info"], warns), 1);
}

#[test]
fn names_are_visible_in_the_logs_of_programs() {
    let tool = r#"{"tools":[{"name":"t\u0001","inputSchema":{"type":"object","properties":{"x\u202ey\n::error::hi":{"const":"a"}}}}]}"#;
    let checked = |format: &str| run_with(&["check", "--format", format], &[("GITHUB_ACTIONS", "true")], tool).out;
    let junit = checked("junit");
    assert!(!junit.contains(['\u{202e}', '\u{1}', '\u{fffd}']), "{junit}");
    assert!(!junit.lines().any(|line| line.trim_start().starts_with("::")), "{junit}");
    let sarif = json(&checked("sarif"));
    let message = &sarif["runs"][0]["results"][2]["message"]["text"];
    assert!(message.as_str().expect("a text").starts_with(r"`x\u202ey\u000a::error::hi`"), "{message}");
}

#[test]
fn a_baseline_belongs_to_the_folder_of_the_settings() {
    let project = folder(&[("tools.json", TOOLS.as_bytes()), ("lapidary.toml", b"baseline = \"known.json\"\n")]);
    let inner = project.path().join("inner");
    std::fs::create_dir(&inner).expect("a folder");
    std::fs::write(inner.join("tools.json"), TOOLS).expect("a file");
    let check = |folder: &std::path::Path, arguments: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("lapidary").expect("the program is built");
        command.current_dir(folder).arg("check").args(arguments).output().expect("it runs")
    };
    // It may be missing, and it may be the file that the shell has emptied for the output.
    for missing in [None, Some("")] {
        if let Some(text) = missing {
            std::fs::write(path(&project, "known.json"), text).expect("a file");
        }
        let written = check(project.path(), &["--format", "baseline", "tools.json"]);
        assert!(String::from_utf8_lossy(&written.stdout).contains("GS014"), "{written:?}");
        std::fs::write(path(&project, "known.json"), [b"\xEF\xBB\xBF", &written.stdout[..]].concat()).expect("a file");
        for (folder, file, code) in [
            (project.path(), "tools.json", 0),
            (project.path(), "inner/../tools.json", 0),
            (&inner, "../tools.json", 0),
            (project.path(), "inner/tools.json", 1),
            (&inner, "tools.json", 1),
        ] {
            assert_eq!(check(folder, &[file]).status.code(), Some(code), "{file}");
        }
        let elsewhere = ["--settings", "../lapidary.toml", "--baseline", "../known.json", "../tools.json"];
        assert_eq!(check(&inner, &elsewhere).status.code(), Some(0));
        std::fs::remove_file(path(&project, "known.json")).expect("a file");
    }
}

#[test]
fn a_limit_is_never_known() {
    let project = folder(&[("tools.json", TOOLS.as_bytes()), ("few.toml", b"[limits]\ndeclarations = 1\n")]);
    let [tools, few, known] = ["tools.json", "few.toml", "known.json"].map(|name| path(&project, name));
    let written = run_with(&["check", "--settings", &few, "--format", "baseline", &tools], &[], "");
    std::fs::write(&known, written.out).expect("a file");
    let done = run_with(&["check", "--settings", &few, "--baseline", &known, &tools], &[], "");
    assert!(done.code == 1 && done.out.contains("error[limit]"), "{}", done.out);
}

#[test]
fn a_baseline_knows_a_file_by_any_path() {
    let folder = folder(&[("tools.json", TOOLS.as_bytes())]);
    let absolute = path(&folder, "tools.json");
    let names = ["tools.json", "./tools.json", absolute.as_str()];
    let run = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("lapidary").expect("the program is built");
        command.current_dir(folder.path()).args(arguments).output().expect("it runs")
    };
    for written in names {
        let known = run(&["check", "--format", "baseline", written]).stdout;
        assert!(String::from_utf8_lossy(&known).contains("\"source\":\"tools.json\""));
        for known in [known.clone(), String::from_utf8_lossy(&known).replace("tools.json", written).into_bytes()] {
            std::fs::write(path(&folder, "known.json"), known).expect("a file");
            for read in names {
                let done = run(&["check", "--baseline", "known.json", read]);
                assert_eq!(done.status.code(), Some(0), "{written} as {read}");
            }
        }
    }
}

#[test]
fn a_known_finding_stays_known_where_its_tool_moves() {
    let (first, tool) = (r#"{"name":"first"}"#, r#"{"name":"a b","inputSchema":{"type":"object"}}"#);
    let (alone, moved) = (format!("[{tool}]"), format!("[{first},{tool}]"));
    let files = folder(&[("tools.json", alone.as_bytes())]);
    let [tools, known] = ["tools.json", "known.json"].map(|name| path(&files, name));
    let baseline = run_with(&["check", "--format", "baseline", &tools], &[], "").out;
    assert!(baseline.contains(r#""code":"GS043","path":"$.name""#), "{baseline}");
    std::fs::write(&known, &baseline).expect("a file");
    std::fs::write(&tools, &moved).expect("a file");
    assert_eq!(run_with(&["check", "--baseline", &known, &tools], &[], "").code, 0);
    // As it was written when paths began at the document.
    std::fs::write(&known, baseline.replace("$.name", "$[1].name")).expect("a file");
    assert_eq!(run_with(&["check", "--baseline", &known, &tools], &[], "").code, 0);
}

#[test]
fn json_has_escapes_for_what_reorders_text() {
    let tool =
        "{\"name\":\"t\u{202e}xt\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\u{2066}\":{\"const\":1}}}}";
    for format in ["json", "jsonl", "sarif", "baseline"] {
        let out = run_with(&["check", "--format", format, "-"], &[], tool).out;
        assert!(out.contains("t\\u202ext") && !out.contains(['\u{202e}', '\u{2066}']), "{format}: {out}");
    }
    let report = json(&run_with(&["check", "--json", "-"], &[], tool).out);
    assert_eq!(report["tools"][0]["original_schema"], json(tool)["inputSchema"]);
    let diff = run_with(&["diff", "--json", "-"], &[], tool).out;
    assert!(diff.contains("\\u2066") && !diff.contains('\u{2066}'), "{diff}");
    let declared = run_with(&["transform", "--format", "jsonl", "-"], &[], tool).out;
    assert!(declared.contains('\u{2066}'), "{declared}");
}
