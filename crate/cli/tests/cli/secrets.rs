//! Secrets of a server are not printed, whatever goes wrong.

use crate::{folder, path, responding, run_with};

const SECRET: &str = "sk-hunter2";

/// Starts a server that refuses every request and echoes its path and headers; returns the server's address.
fn echo() -> String {
    responding(|said| ("403 Forbidden", said))
}

/// Runs a command that fails; asserts that its output contains `said`, and no secret.
fn told(arguments: &[&str], said: &str) {
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
    let done = run_with(arguments, &[("TOKEN", SECRET)], format!("{initialize}\n"));
    let all = done.out + &done.err;
    assert!(done.code == 2 || arguments[0] == "proxy", "{arguments:?}: {all}");
    assert!(all.contains(said), "{arguments:?}: no {said:?} in {all}");
    assert!(!all.contains("hunter2"), "{arguments:?}: {all}");
    assert!(!all.contains("\n\n\n"), "{arguments:?}: {all}");
}

#[test]
fn of_an_address() {
    let echo = echo();
    for (host, said) in [
        ("no-such-host.invalid", "http://no-such-host.invalid/mcp cannot be reached"),
        ("127.0.0.1:1", "http://127.0.0.1:1/mcp cannot be reached: Connection refused"),
    ] {
        let url = format!("http://someone:{SECRET}@{host}/mcp?key={SECRET}");
        for command in ["check", "extract", "transform", "diff", "proxy"] {
            told(&[command, "--url", &url], said);
        }
        for format in ["github", "markdown", "junit", "sarif", "json"] {
            told(&["check", "--format", format, "--url", &url], "cannot be reached");
        }
    }
    let url = format!("http://{echo}/mcp?key={SECRET}");
    let header = format!("Authorization: Bearer {SECRET}");
    told(&["check", "--url", &url, "--header", &header], "HTTP 403: POST /mcp?");
}

#[test]
fn of_wrong_usage() {
    for (option, value) in [
        ("--url", format!("https://someone:{SECRET}@host name/")),
        ("--url", format!("ftp://host/?key={SECRET}")),
        ("--header", SECRET.to_owned()),
        ("--header", format!("X: {SECRET}\u{7}")),
        ("--header", format!("X {SECRET}: x")),
        ("--env", SECRET.to_owned()),
        ("--server", format!("run --key '{SECRET}")),
    ] {
        told(&["check", option, &value], "invalid value '…' for '");
        told(&["extract", option, &value], "invalid value '…' for '");
    }
    told(&["proxy", "--url", &format!("//{SECRET}@host")], "invalid value '…' for '--url <URL>'");
    told(&["gateway", "--upstream", &format!("ftp://{SECRET}@host")], "invalid value '…' for '--upstream <URL>'");
}

#[test]
fn of_the_file_of_a_client() {
    let says = "import os, sys; sys.exit(' '.join([*os.environ.values(), *sys.argv]))";
    let program = |more: &str| format!(r#"{{"command": "python3", "args": ["-c", "{says}"], {more}}}"#);
    for (entry, said) in [
        (r#"{"url": "${TOKEN}"}"#.to_owned(), "its address is not an http or https URL"),
        (r#"{"url": "http://x y/${TOKEN}"}"#.to_owned(), "its address is not a URL: "),
        (format!(r#"{{"url": "http://{SECRET} y/"}}"#), "its address is not a URL: "),
        (r#"{"url": "ftp://host/${TOKEN}"}"#.to_owned(), "its address is not an http or https URL"),
        (
            r#"{"url": "http://127.0.0.1:1/${TOKEN}/mcp?key=${TOKEN}"}"#.to_owned(),
            "http://127.0.0.1:1/…/mcp cannot be reached",
        ),
        (
            r#"{"url": "http://127.0.0.1:1/", "headers": {"X": "${TOKEN}\n"}}"#.to_owned(),
            "the value of the header `X` is invalid",
        ),
        (format!(r#"{{"url": "http://127.0.0.1:1/", "headers": "X: {SECRET}"}}"#), "its `headers` must be an object"),
        (format!(r#"{{"command": "x", "env": "KEY={SECRET}"}}"#), "its `env` must be an object"),
        (r#"{"command": "${TOKEN}"}"#.to_owned(), "`…` does not start"),
        (r#"{"command": "./no/${TOKEN}/x"}"#.to_owned(), "`./no/…/x` does not start"),
        (program(r#""env": {"KEY": "${TOKEN}"}"#), "its output:"),
        (program(&format!(r#""env": {{"KEY": "{SECRET}"}}"#)), "its output:"),
        (program(r#""cwd": "/no/${TOKEN}""#), "does not start"),
        (
            format!(r#"{{"url": "http://{}/${{TOKEN}}?a=${{TOKEN}}", "headers": {{"X": "${{TOKEN}}"}}}}"#, echo()),
            "HTTP 403: POST /…?",
        ),
    ] {
        let text = format!(r#"{{"mcpServers": {{"it": {entry}}}}}"#);
        let files = folder(&[("mcp.json", text.as_bytes())]);
        for command in ["check", "extract"] {
            told(&[command, "--config", &path(&files, "mcp.json")], said);
        }
    }
    let given = format!("KEY={SECRET}");
    told(&["check", "--server", &format!("python3 -c \"{says}\""), "--env", &given], "its output:");
}
