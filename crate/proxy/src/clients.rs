//! Known MCP clients: what each does to the tools that it receives, and how tools are lowered for it.

use std::sync::LazyLock;

use lapidary::{Mode, Target};
use serde::{Deserialize, Deserializer, de::Error};

/// A known client.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    /// Its common name.
    pub client: String,
    /// Names under which it connects (`clientInfo.name`); `*` stands for any characters.
    pub names: Vec<String>,
    /// What it does to the tools that it receives.
    pub does: String,
    /// The target for which its tools are lowered; `None` if it receives the server's bytes.
    #[serde(default, deserialize_with = "target")]
    pub target: Option<&'static Target>,
    /// Whether arguments are encoded where that keeps more of the schema; common mistakes of models are then corrected,
    /// too.
    #[serde(default = "round_trip")]
    pub mode: Mode,
    /// Arguments that it adds to calls; they are removed unless the server declares them.
    #[serde(default)]
    pub adds: Vec<String>,
    /// Whether it passes every argument as a string; other types are then restored.
    #[serde(default)]
    pub strings: bool,
    /// The sources of this, and when they were checked.
    pub evidence: Vec<String>,
}

/// The known clients.
pub static CLIENTS: LazyLock<Vec<Client>> = LazyLock::new(|| {
    // A test parses the file, so that this cannot fail.
    serde_json::from_str(include_str!("../data/clients.json")).unwrap_or_default()
});

const fn round_trip() -> Mode {
    Mode::RoundTrip
}

fn target<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'static Target>, D::Error> {
    let given = String::deserialize(deserializer)?;
    Target::find(&given).map(Some).ok_or_else(|| D::Error::custom(format!("unknown target `{given}`")))
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
