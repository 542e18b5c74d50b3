//! Documents in YAML, which are converted to JSON.

use std::path::MAIN_SEPARATOR;

use crate::{Run, folder, json, path, run, run_with};

/// Tools with findings on a key and a value, in flow and block style, in an alias, and after characters of several bytes.
const TOOLS: &str = r#"# The tools of a shop.
x-amount: &amount
  type: integer
  exclusiveMinimum: 0
tools:
  - name: set_price
    description: |
      Sets a price.
      It takes effect at once.
    inputSchema:
      type: object
      properties:
        cents: *amount
        "größe": {type: 'string', const: "é"}
        labels: !open
          type: object
          additionalProperties:
            type: string
        weight: {type: number, maximum: .inf}
"#;

/// Checks a file of this name and content.
fn checked(name: &str, content: &str, arguments: &[&str]) -> Run {
    let folder = folder(&[(name, content.as_bytes())]);
    let done = run_with(&[&["check", &path(&folder, name)], arguments].concat(), &[], "");
    let place = format!("{}{MAIN_SEPARATOR}", folder.path().display());
    Run { out: done.out.replace(&place, ""), err: done.err.replace(&place, ""), ..done }
}

#[test]
fn findings_are_in_the_text() {
    let done = checked("tools.yaml", TOOLS, &[]);
    assert_eq!((done.code, done.err.as_str()), (1, ""));
    insta::assert_snapshot!(done.out);
}

#[test]
fn the_line_breaks_of_windows_change_no_place() {
    let done = checked("tools.yaml", &TOOLS.replace('\n', "\r\n"), &[]);
    assert_eq!(done.out, checked("tools.yaml", TOOLS, &[]).out);
}

#[test]
fn every_format_has_the_places_of_the_text() {
    let places = |out: &str| {
        let report = json(out);
        let issues = report["tools"][0]["issues"].as_array().expect("issues").iter();
        let place = |issue: &serde_json::Value| {
            let span = &issue["span"];
            format!("{} {}:{} {}..{}", issue["code"], issue["line"], issue["column"], span["start"], span["end"])
        };
        issues.chain(report["issues"].as_array().expect("issues")).map(place).collect::<Vec<_>>()
    };
    let report = checked("tools.yaml", TOOLS, &["--json"]);
    assert_eq!(json(&report.out)["read_as"], "tools/list result, 1 tool, from YAML");
    insta::assert_snapshot!("places", places(&report.out).join("\n"));
    let github = checked("tools.yaml", TOOLS, &["--format", "github"]).out;
    assert!(github.contains("::error file=tools.yaml,line=14,col=35,title=GS011"), "{github}");
    let sarif = checked("tools.yaml", TOOLS, &["--format", "sarif"]).out;
    let before = TOOLS[..TOOLS.find("const").expect("a key")].chars().count();
    let region = format!(r#""region":{{"startLine":14,"startColumn":35,"charOffset":{before},"charLength":5}}"#);
    assert!(sarif.contains(&region), "no {region}");
    let markdown = checked("tools.yaml", TOOLS, &["--format", "markdown"]).out;
    assert!(markdown.contains("| 14:35 |"), "{markdown}");
    let junit = checked("tools.yaml", TOOLS, &["--format", "junit"]).out;
    assert!(
        junit.contains("warning lossy-yaml at $.tools[0].inputSchema.properties.labels: the tag `!open` is ignored"),
        "{junit}"
    );
}

#[test]
fn all_commands_take_the_same_text() {
    let folder = folder(&[("tools.yml", TOOLS.as_bytes())]);
    let file = path(&folder, "tools.yml");
    let told = format!("{file}: YAML, converted to JSON\nwarning[lossy-yaml]: the tag `!open` is ignored");
    let transformed = run_with(&["transform", &file], &[], "");
    assert_eq!(transformed.code, 0);
    assert_eq!(json(&transformed.out)[0]["description"], "Sets a price.\nIt takes effect at once.\n");
    let diff = run_with(&["diff", &file], &[], "");
    assert!(diff.out.contains("-      \"exclusiveMinimum\": 0\n+      \"minimum\": 1\n"), "{}", diff.out);
    let lines = run_with(&["transform", "--format", "jsonl", &file], &[], "");
    assert_eq!(json(&lines.out)["declaration"], json(&transformed.out)[0]);
    for done in [transformed, diff, lines] {
        assert!(done.err.starts_with(&told), "{}", done.err);
    }
    let changes = json(&run_with(&["diff", "--json", &file], &[], "").out)["changes"].clone();
    let last = changes.as_array().and_then(|changes| changes.last()).expect("a change");
    assert_eq!((last["code"].as_str(), last["line"].as_u64()), (Some("lossy-yaml"), Some(19)));
}

#[test]
fn calls_are_read_too() {
    let folder = folder(&[("call.yaml", b"codec: {version: 1}\nname: now\nargs: {at: 1.50}\n")]);
    for arguments in [&["restore"][..], &["restore", "--format", "jsonl"]] {
        let done = run_with(&[arguments, &[&path(&folder, "call.yaml")]].concat(), &[], "");
        assert_eq!(done.out, "{\"name\":\"now\",\"args\":{\"at\":1.50}}\n", "{}", done.err);
        assert!(done.err.ends_with("call.yaml: YAML, converted to JSON\n"), "{}", done.err);
    }
}

#[test]
fn text_without_a_name_is_yaml_if_the_engine_recognizes_it() {
    assert!(run("check", TOOLS).out.contains("(tools/list result, 1 tool, from YAML)"));
    assert!(run("check", "openapi: 3.1.0\npaths: {}\n").out.contains("error[no-schema]: this is an OpenAPI document"));
    let servers = "# mine\nmcpServers:\n  a: {command: a}\n";
    let done = run("check", servers);
    assert!(done.out.contains("this is a configuration of MCP servers\n --> <stdin>:2:1\n"), "{}", done.out);
    for other in [
        "Dear all:\n  hello\n",
        "Dear all: [hello\n",
        "\"name\": \"a\",\n\"inputSchema\": {},\n",
        "https://example.com: [a\n",
        "- one\n- two\n",
        "# a comment\n{name: a, inputSchema: {}}",
        "---\nname: a\ndescription: b\n---\nRun the script:\n\n    $ a\n",
        "name: a\n---\nSome text of no language\n",
        "INFO: started\nINFO: a: b\n",
    ] {
        let done = run("check", other);
        assert!(done.code == 2 && done.out.contains("error[invalid-json]"), "{other}: {}", done.out);
    }
}

#[test]
fn the_first_of_several_documents_is_read() {
    for name in ["a.yaml", "a.json", "a"] {
        let done = checked(name, "name: a\n---\nname: b\n", &[]);
        assert!(done.out.contains("(MCP tool, from YAML)"), "{name}: {}", done.out);
        let warning = format!("warning[lossy-yaml]: only the first document of the YAML is read\n --> {name}:3:1\n");
        assert!(done.out.contains(&warning), "{name}: {}", done.out);
    }
}

#[test]
fn what_begins_like_yaml_is_not_read_as_json() {
    for (broken, place) in [
        ("x: {type: number\n", "1:4"),
        ("# a comment\n---\nname: a: b\n", "3:8"),
        ("$schema: [\n", "1:10"),
        ("- {name: a\n", "1:3"),
        ("type: object\nproperties:\n a: 1\n  b: 2\n", "4:4"),
    ] {
        let done = run("check", broken);
        assert_eq!(done.code, 2);
        assert!(done.out.starts_with("error[invalid-yaml]: not YAML: "), "{broken}: {}", done.out);
        assert!(done.out.contains(&format!(" --> <stdin>:{place}\n")), "{broken}: {}", done.out);
    }
}

#[test]
fn broken_json_is_not_repaired() {
    for (broken, place) in [("{\"type\": \"object\",}", "1:19"), ("{type: object}", "1:2"), ("[{name: a}", "1:3")] {
        for name in ["tools.json", "tools"] {
            let done = checked(name, broken, &[]);
            assert_eq!(done.code, 2);
            assert!(done.out.starts_with("error[invalid-json]: not JSON: "), "{}", done.out);
            assert!(done.out.contains(&format!(" --> {name}:{place}\n")), "{}", done.out);
        }
    }
}

#[test]
fn json_in_a_file_that_is_named_yaml_is_json() {
    let done = checked("a.yaml", "{\"type\": \"object\",\t\"properties\": {}}", &[]);
    assert!(done.out.starts_with("a.yaml (JSON Schema) for gemini"), "{}", done.out);
    let lines = "{\"name\": \"a\"}\n{\"name\": \"b\"}\n";
    let done = checked("a.yaml", lines, &[]);
    assert!(done.out.contains("(array of MCP tools as lines, 2 tools)"), "{}", done.out);
    let folder = folder(&[("a.yaml", lines.as_bytes())]);
    let each = run_with(&["transform", "--format", "jsonl", &path(&folder, "a.yaml")], &[], "");
    assert_eq!((each.out.lines().count(), each.err.as_str()), (2, ""), "{}", each.out);
    let flow = checked("a.YML", "{type: object, properties: {a: {type: string}}}", &[]);
    assert!(flow.out.starts_with("a.YML (JSON Schema, from YAML) for gemini"), "{}", flow.out);
}

#[test]
fn a_broken_file_has_a_place() {
    let broken = "name: é\ninputSchema: é: b\n";
    let done = checked("a.yaml", broken, &[]);
    assert_eq!(done.code, 2);
    insta::assert_snapshot!("broken", done.out);
    let issue = json(&checked("a.yaml", broken, &["--json"]).out)["issues"][0].clone();
    assert_eq!((&issue["code"], &issue["line"], &issue["column"]), (&"invalid-yaml".into(), &2.into(), &15.into()));
    assert_eq!((&issue["span"]["start"], &issue["span"]["end"]), (&22.into(), &23.into()));
    let folder = folder(&[("a.yaml", broken.as_bytes())]);
    let file = path(&folder, "a.yaml");
    for arguments in [&["diff", &file][..], &["transform", &file], &["transform", "--format", "jsonl", &file]] {
        let done = run_with(arguments, &[], "");
        assert!(done.code == 2 && done.err.contains("a.yaml:2:15\n"), "{}", done.err);
    }
}

#[test]
fn too_much_of_anything_has_an_answer() {
    let doubling: Vec<String> = (1..30).map(|at| format!("x{at}: &x{at} [*x{0}, *x{0}]\n", at - 1)).collect();
    for (content, said) in [
        (
            format!("x0: &x0 a\n{}", doubling.concat()),
            "error[invalid-yaml]: the YAML expands to more than 1000000 values",
        ),
        ("- ".repeat(100_000), "error[invalid-yaml]: the YAML expands to more than 512 levels"),
        ("{a: ".repeat(100_000), "error[invalid-yaml]: the YAML expands to more than 512 levels"),
        (format!("name: a\n? {}\n: 1\n", "k".repeat(1_000_000)), "a.yaml (MCP tool, from YAML)"),
        ("name: a\n".repeat(50_000), "a.yaml (MCP tool, from YAML)"),
        (
            format!("name: a\nx: [{}]\n", "!t a, ".repeat(50_000)),
            "the tag `!t` is ignored; 49900 more such notes are not listed",
        ),
    ] {
        let done = checked("a.yaml", &content, &[]);
        assert!(done.out.contains(said), "no {said:?} in {:.400}", done.out);
    }
}

#[test]
fn a_baseline_knows_losses_by_their_places() {
    let known =
        "tools:\n- name: a\n  inputSchema: {type: OBJECT, properties: {1: {type: STRING}, b: !t {type: STRING}}}\n";
    let folder = folder(&[("t.yaml", known.as_bytes())]);
    let (file, baseline) = (path(&folder, "t.yaml"), path(&folder, "b.json"));
    let findings = run_with(&["check", "--format", "baseline", "--fail-on", "never", &file], &[], "").out;
    assert!(findings.contains(r#""path":"$.tools[0].inputSchema.properties['1']""#), "{findings}");
    std::fs::write(&baseline, findings).expect("a baseline");
    let excused = |text: &str| {
        std::fs::write(&file, text).expect("a file");
        let done =
            run_with(&["check", "--baseline", &baseline, "--fail-on", "warning", "--format", "json", &file], &[], "");
        (done.code, json(&done.out)["issues"].as_array().map(Vec::len))
    };
    assert_eq!(excused(known), (0, Some(0)));
    assert_eq!(excused(&known.replace("{1:", "{[x, y]: {type: STRING}, 1:")), (1, Some(1)));
    assert_eq!(excused(&known.replace("{1:", "{2: {type: STRING}, 1:")), (1, Some(1)));
    assert_eq!(excused(&known.replace("{1: {", "{1: !t {")), (0, Some(0)));
    assert_eq!(excused(&format!("{known}---\ntools: []\n")), (1, Some(1)));
}

#[test]
fn places_are_those_of_the_text() {
    for (text, places) in [
        ("name: a\nx: [!t a, .inf, {1: 2}]\n", vec!["/x/0", "/x/1", "/x/2/1"]),
        ("name: a\nx: {? [!t b, c] : d}\n", vec!["/x/[!t b, c]", "/x/?/0"]),
        ("name: a\n!t b: 1\n<<: {3: c}\n", vec!["/b", "/<</3"]),
        ("name: a\n? {1: b}\n: !t c\n", vec!["/{1: b}", "/{1: b}/1", "/{1: b}"]),
        ("!t {name: a}\n", vec![""]),
    ] {
        let done = checked("a.yaml", text, &["--json"]);
        let issues = json(&done.out)["issues"].as_array().expect("issues").clone();
        let found: Vec<_> = issues.iter().map(|issue| issue["pointer"].as_str().expect("a pointer")).collect();
        assert_eq!(found, places, "{text}: {}", done.out);
    }
}

#[test]
fn a_loss_of_another_kind_is_not_folded_away() {
    let text = "type: object\nproperties:\n  1: {type: string}\n  2: {type: string}\n  3: {type: string}\n  4: {type: string}\n  ? [a, b]\n  : {type: integer}\n";
    let out = checked("a.yaml", text, &[]).out;
    assert!(out.contains("warning[lossy-yaml]: a key that is a collection is ignored, with its value"), "{out}");
    assert!(out.contains("… and 1 more of lossy-yaml (keys that are not strings): 6:3"), "{out}");
}
