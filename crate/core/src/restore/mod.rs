//! The way back: calls of the declared tools as calls that the MCP server takes.

use serde::{Deserialize, Serialize};

/// What has to be undone in a call. In drop-in mode arguments keep their shape, so that is the name
/// alone.
///
/// As JSON: `{"version":1}`, with `"name"` where the function is declared under another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Codec {
    /// The format's version.
    pub version: u32,
    /// The tool's own name, where the declaration has another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Codec {
    /// The codec of a tool, given its own name if the declaration has another.
    #[must_use]
    pub fn new(name: Option<String>) -> Codec {
        Codec { version: 1, name }
    }

    /// The name that the server knows for a call of `declared`.
    ///
    /// ```
    /// use lapidary::Codec;
    /// let codec = Codec::new(Some("github/search".to_owned()));
    /// assert_eq!(codec.restore_name("github_search_1a2b3c"), "github/search");
    /// ```
    #[must_use]
    pub fn restore_name<'n>(&'n self, declared: &'n str) -> &'n str {
        self.name.as_deref().unwrap_or(declared)
    }
}
