//! The program as a user meets it: arguments, input, output, exit code.

mod check;
mod diff;
mod explain;
mod formats;
mod hostile;
mod lists;
mod live;
mod looks;
mod options;
mod report;
mod restore;
mod secrets;
mod settings;
mod shell;
mod shown;
mod table;
mod transform;
mod usage;
mod yaml;

use assert_cmd::Command;

/// A tool list with one tool that Gemini refuses and one that it takes.
const TOOLS: &str = r#"{
  "tools": [
    {
      "name": "search",
      "description": "Finds text.",
      "inputSchema": {
        "type": "object",
        "properties": {
          "text": { "type": "string" },
          "limit": { "type": "integer", "exclusiveMinimum": 0 }
        },
        "required": ["text"],
        "additionalProperties": false
      }
    },
    { "name": "ping" }
  ]
}
"#;

/// A declaration that Gemini accepts as it is.
const ACCEPTED: &str = r#"{"name":"f","parameters":{"type":"OBJECT","properties":{"a":{"type":"STRING"}}}}"#;

/// The result of a run.
struct Run {
    code: i32,
    out: String,
    err: String,
}

/// Runs the program with these arguments, separated by spaces, and this standard input.
fn run(arguments: &str, stdin: impl Into<Vec<u8>>) -> Run {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    run_with(&arguments, &[], stdin)
}

fn run_with(arguments: &[&str], variables: &[(&str, &str)], stdin: impl Into<Vec<u8>>) -> Run {
    let mut command = Command::cargo_bin("lapidary").expect("the program is built");
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR");
    let done = command.args(arguments).envs(variables.iter().copied()).write_stdin(stdin).output().expect("it runs");
    Run {
        code: done.status.code().expect("it leaves by itself"),
        out: String::from_utf8(done.stdout).expect("UTF-8"),
        err: String::from_utf8(done.stderr).expect("UTF-8"),
    }
}

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).expect("a file");
    }
    folder
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}
