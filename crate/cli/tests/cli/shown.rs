//! Text of the input has no effect on terminals and logs, in every output format for people.

use crate::{folder, json, run_with};

/// Affects terminals: control sequences, line breaks, and changes of direction.
const ACTS: &str = "\u{1b}[2J\u{9b}m\r\u{202e}\u{061c}\u{2028}";
const SEEN: &str = "\\u001b[2J\\u009bm\\u000d\\u202e\\u061c\\u2028";
/// Affects the log of a CI workflow.
const COMMANDS: &str = "::stop-commands::x ##[error]y";

/// Tools whose names and texts are a given text.
fn tool(text: &str) -> String {
    let properties = serde_json::json!({ text: { "not": {} }, "p": { "type": text, "enum": [text], "pattern": text } });
    let schema = serde_json::json!({ "type": "object", "description": text, "properties": properties, text: text });
    serde_json::json!([{ "name": text, "inputSchema": schema }, { "name": "other", "inputSchema": 5 }]).to_string()
}

/// What commands print for files with such names and texts: for each output, the arguments and the text.
fn said(text: &str, variables: &[(&str, &str)]) -> Vec<(String, String)> {
    let whole = tool(text);
    // A slash in a file's name would denote a folder.
    let name = text.replace('/', "");
    let wrong = format!("{{\"{name}\": {text}");
    let call = serde_json::json!({ "codec": { "version": 1, text: {} }, "call": { "name": text, text: text } });
    let files = folder(&[
        (&name, whole.as_bytes()),
        (&format!("{name}wrong"), wrong.as_bytes()),
        (&format!("{name}call"), call.to_string().as_bytes()),
        (&format!("{name}toml"), format!("target = \"{}\"\n", text.replace(char::is_control, "")).as_bytes()),
    ]);
    let mut said = Vec::new();
    for arguments in [
        "check F",
        "check --verbose --target auto --model F F Fwrong none-F",
        "check --format markdown F Fwrong none-F",
        "check --table F F Fwrong none-F",
        "check --table --format markdown F Fwrong none-F",
        "check --format github --verbose F Fwrong none-F",
        "diff F",
        "diff Fwrong",
        "transform --emit declarations Fwrong",
        "transform --on-error omit none-F",
        "restore F Fwrong Fcall none-F",
        "restore --encode Fwrong",
        "check --settings Ftoml F",
        "check --baseline F F",
        "check --config F --name F",
        "check --server F",
        "extract --config Fwrong",
        "explain F",
        "check --url F",
        "check --F",
        "F",
        "probe --catalogue Fwrong",
        "man F",
    ] {
        let words: Vec<String> = arguments.split(' ').map(|word| word.replace('F', &name)).collect();
        let mut command = assert_cmd::Command::cargo_bin("lapidary").expect("the program is built");
        command.env_remove("GITHUB_ACTIONS").env("GEMINI_API_KEY", "k").envs(variables.iter().copied());
        let done = command.args(words).current_dir(files.path()).write_stdin("").output().expect("it runs");
        // The output of `restore` is data.
        let out = if arguments.starts_with("restore") { Vec::new() } else { done.stdout };
        for text in [out, done.stderr] {
            said.push((arguments.to_owned(), String::from_utf8(text).expect("UTF-8")));
        }
    }
    said
}

#[test]
fn nothing_acts_on_a_terminal() {
    let said = said(ACTS, &[]);
    for (arguments, text) in &said {
        let acts = |of: char| (of.is_control() && of != '\n') || "\u{202e}\u{061c}\u{2028}".contains(of);
        assert!(!text.contains(acts), "{arguments}: {text:?}");
    }
    let told = |arguments: &str| said.iter().any(|(of, text)| of == arguments && text.contains(SEEN));
    assert!(
        told("check F") && told("restore F Fwrong Fcall none-F") && told("diff Fwrong") && told("check --server F")
    );
}

#[test]
fn no_line_is_a_command_of_a_workflow() {
    let said = said(COMMANDS, &[("GITHUB_ACTIONS", "true")]);
    for (arguments, text) in &said {
        for line in text.lines() {
            // The program's own commands, whose properties end before a `::`.
            let is_ours = arguments.contains("github")
                && ["::error ", "::warning ", "::notice "].iter().any(|ours| line.starts_with(ours));
            let properties = if is_ours { line[2..].split("::").next().unwrap_or_default() } else { "" };
            assert!(!properties.contains("stop-commands::"), "{arguments}: {line}");
            assert!(is_ours || !(line.trim_start().starts_with("::") || line.contains("##[")), "{arguments}: {line}");
        }
    }
    // The format is for such logs, so it is escaped outside of a workflow, too.
    let files = folder(&[(COMMANDS, tool(COMMANDS).as_bytes())]);
    let mut command = assert_cmd::Command::cargo_bin("lapidary").expect("the program is built");
    command.env_remove("GITHUB_ACTIONS").args(["check", "--format", "github", COMMANDS]).current_dir(files.path());
    let out = String::from_utf8(command.output().expect("it runs").stdout).expect("UTF-8");
    assert!(
        out.lines().last().is_some_and(|last| last.starts_with("\\u003a:stop-commands::x \\u0023#[error]y: ")),
        "{out}"
    );
}

#[test]
fn json_stays_what_it_is() {
    let variables = [("GITHUB_ACTIONS", "true")];
    for text in [ACTS, COMMANDS] {
        let report = json(&run_with(&["check", "--json"], &variables, tool(text)).out);
        assert_eq!(report["tools"][0]["name"], text);
    }
}
