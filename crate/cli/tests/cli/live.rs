//! Servers that are asked for their tools.

use crate::{folder, path, responding, run, run_with};

#[test]
fn the_servers_of_an_unreadable_file_are_not_missing() {
    let folder = folder(&[("c.json", b"{"), ("d.json", br#"{"mcpServers":{"b":{"command":"x"}}}"#)]);
    let of = |file: &str| run(&format!("check --name a --config {}", path(&folder, file)), "");
    let unreadable = of("c.json");
    assert_eq!((unreadable.code, unreadable.out.contains("no server is called")), (2, false), "{}", unreadable.out);
    let missing = of("d.json");
    assert!(missing.out.contains("no server is called `a`\n"), "{}", missing.out);
    assert!(missing.out.contains("there are b\n"), "{}", missing.out);
}

/// A server in a shell that answers `initialize`, and runs a command on `tools/list`; `$id` is the id of the request.
#[cfg(unix)]
fn server(on_list: &str) -> String {
    let script = r#"
        answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%b}\n' "$id" "$1"; }
        while read -r line; do
            id=${line#*'"id":'}
            id=${id%%,*}
            case $line in
            *'"initialize"'*) answer '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}' ;;
            *'"tools/list"'*) ON_LIST ;;
            *'"id"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\n' "$id" ;;
            esac
        done"#;
    script.replace("ON_LIST", on_list)
}

/// What `check` prints of a server that runs this command on `tools/list`.
#[cfg(unix)]
fn checked(on_list: &str) -> crate::Run {
    let folder = folder(&[("server.sh", server(on_list).as_bytes())]);
    run_with(&["check", "--timeout", "20", "--server", &format!("sh {}", path(&folder, "server.sh"))], &[], "")
}

#[cfg(unix)]
#[test]
fn an_answer_in_another_encoding_is_an_error_at_once() {
    let done = checked(r#"answer '{"tools":[{"name":"caf\0351"}]}'"#);
    assert_eq!(done.code, 2);
    assert!(done.out.contains("the answer to tools/list is not UTF-8 after 55 bytes"), "{}", done.out);
    assert!(done.out.contains("PYTHONUTF8=1"), "{}", done.out);
    let noise = checked(r#"printf 'caf\351\n'; answer '{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}'"#);
    assert_eq!(noise.code, 0, "{}", noise.out);
}

#[cfg(unix)]
#[test]
fn an_answer_that_is_not_json_is_an_error_at_once() {
    let done = checked(r#"answer '{"tools":[{"name":"a","x":NaN}]}'"#);
    assert_eq!(done.code, 2);
    assert!(done.out.contains("the answer to tools/list is not JSON"), "{}", done.out);
}

#[cfg(unix)]
#[test]
fn help_is_about_the_error() {
    for (on_list, help) in [
        ("answer '{}'", "the server violates the MCP specification; report it"),
        (
            r#"printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"down"}}\n' "$id""#,
            "the server reported this error",
        ),
        ("exit 3", "run the command by itself"),
    ] {
        let done = checked(on_list);
        assert!(done.code == 2 && done.out.contains(help), "{on_list}: {}", done.out);
    }
}

#[test]
fn help_is_about_the_status() {
    for (status, help) in [
        ("302 Found", "redirects are not followed"),
        ("401 Unauthorized", "it requires authentication"),
        ("406 Not Acceptable", "check the path of the URL"),
        ("429 Too Many Requests", "try again later"),
        ("500 Internal Server Error", "the request reached the server, which failed"),
    ] {
        let done = run(&format!("check --url http://{}/mcp", responding(move |_| (status, String::new()))), "");
        assert!(done.code == 2 && done.out.contains(help), "{status}: {}", done.out);
    }
}

#[test]
fn help_is_about_the_entry() {
    let entries = br#"{"context_servers":{"extension":{"source":"extension"}},
        "mcpServers":{"form":{"command":"x","args":5},"unset":{"command":"${NO_SUCH}"}}}"#;
    let folder = folder(&[("c.json", entries)]);
    let file = path(&folder, "c.json");
    let of_form = format!("correct it in {file}");
    for (name, help) in [("extension", "give the server itself"), ("form", &*of_form), ("unset", "--env NAME=VALUE")] {
        let done = run(&format!("check --config {file} --name {name}"), "");
        assert!(done.code == 2 && done.out.contains(help), "{name}: {}", done.out);
    }
}

#[test]
fn annotations_name_the_server() {
    let files = folder(&[("c.json", br#"{"mcpServers":{"b%":{}}}"#)]);
    let done = run(&format!("check --format github --config {}", path(&files, "c.json")), "");
    assert!(done.out.starts_with("::error title=unreadable-config (b%25)::"), "{}", done.out);
}
