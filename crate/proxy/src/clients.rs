//! What is known of MCP clients: what each does to the tools that it gets, and what it is given for that.

use std::sync::LazyLock;

use lapidary::{Mode, Target};
use serde::{Deserialize, Deserializer, de::Error};

/// A client of which something is known.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    /// What people call it.
    pub client: String,
    /// Names under which it connects (`clientInfo.name`); `*` stands for any characters.
    pub names: Vec<String>,
    /// What it does to the tools that it gets.
    pub does: String,
    /// What its tools are fitted to; `None` where it gets the server's bytes.
    #[serde(default, deserialize_with = "target")]
    pub target: Option<&'static Target>,
    /// Whether calls of it are coded where that keeps more of the schema; what models do carelessly is then undone, too.
    #[serde(default = "round_trip")]
    pub mode: Mode,
    /// Arguments that it adds to calls; they are taken out again where the server does not declare them.
    #[serde(default)]
    pub adds: Vec<String>,
    /// Whether it makes every argument a string; the strings are turned back.
    #[serde(default)]
    pub strings: bool,
    /// Where that is known from, and when it was looked at.
    pub evidence: Vec<String>,
}

/// What is known of clients.
pub static CLIENTS: LazyLock<Vec<Client>> = LazyLock::new(|| {
    // The tests read the file, so that it is known to be right.
    serde_json::from_str(include_str!("../data/clients.json")).unwrap_or_default()
});

const fn round_trip() -> Mode {
    Mode::RoundTrip
}

fn target<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'static Target>, D::Error> {
    let given = String::deserialize(deserializer)?;
    Target::find(&given).map(Some).ok_or_else(|| D::Error::custom(format!("no target is called `{given}`")))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_file_is_read_and_says_each_name_once() {
        let clients: Vec<Client> = serde_json::from_str(include_str!("../data/clients.json")).expect("clients");
        assert!(!clients.is_empty());
        let mut names = HashSet::new();
        for client in &clients {
            assert!(!client.evidence.is_empty() && !client.does.is_empty(), "{}", client.client);
            for name in &client.names {
                assert!(names.insert(name.to_lowercase()), "{name} is there twice");
            }
            let is_fit = client.target.is_some();
            assert!(is_fit || !client.strings && client.adds.is_empty(), "{}: nothing is done for it", client.client);
        }
    }
}
