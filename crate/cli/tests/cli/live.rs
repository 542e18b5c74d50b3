//! Servers that are asked for their tools.

use crate::{folder, path, run};

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
