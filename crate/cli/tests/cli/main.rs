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
mod places;
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

use std::{
    io::{Read, Write},
    net::TcpListener,
    thread,
};

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

/// Starts a server that answers every request, given its head on one line, with a status and a body; returns its address.
fn responding(answer: impl Fn(String) -> (&'static str, String) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let (mut request, mut piece) = (Vec::new(), [0; 4096]);
            while !request.windows(4).any(|four| four == b"\r\n\r\n") {
                match stream.read(&mut piece) {
                    Ok(read @ 1..) => request.extend_from_slice(&piece[..read]),
                    _ => break,
                }
            }
            let (status, body) = answer(String::from_utf8_lossy(&request).replace("\r\n", " "));
            let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
            let _ = stream.write_all((head + &body).as_bytes());
        }
    });
    address.to_string()
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}
