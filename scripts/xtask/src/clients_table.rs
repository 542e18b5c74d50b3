//! The table of known MCP clients in `docs/PROXY.md`.

use std::fmt::Write as _;

use lapidary::Mode;
use lapidary_proxy::{CLIENTS, Client};

use crate::{Outcome, markdown::cell};

pub(crate) fn table() -> Outcome<String> {
    let mut table = String::from("| client | connects as | what it does | what it gets |\n|---|---|---|---|\n");
    for client in CLIENTS.iter() {
        let names: Vec<String> = client.names.iter().map(|name| format!("`{name}`")).collect();
        let (names, does) = (names.join(", "), cell(&client.does));
        writeln!(table, "| {} | {names} | {does} | {} |", client.client, gets(client))?;
    }
    Ok(table)
}

fn gets(client: &Client) -> String {
    let Some(target) = client.target else { return "the server's bytes".to_owned() };
    let mode = match client.mode {
        Mode::DropIn => "drop-in",
        Mode::RoundTrip => "round-trip",
    };
    let adds = client.adds.iter().map(|name| format!("; `{name}` is removed"));
    let strings = client.strings.then(|| "; strings are parsed, so a round trip is not possible".to_owned());
    format!("`{}`, {mode}{}", target.id, adds.chain(strings).collect::<String>())
}
