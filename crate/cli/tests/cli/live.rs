//! Servers that are asked for their tools.

use crate::{folder, path, run, run_with};

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
