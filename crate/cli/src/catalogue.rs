//! The catalogue of recorded refusals.

use std::io;

use lapidary::internal::CATALOGUE;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A row: something that a server or client refuses, or takes and does not do.
#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) stage: String,
    pub(crate) surface: String,
    pub(crate) minimal_kind: String,
    pub(crate) hard: bool,
    /// What is said; `None` for what happens in silence, or was reported without its words.
    pub(crate) text: Option<String>,
    pub(crate) first_seen: Option<String>,
    /// `yes`, `no` or `unknown`.
    pub(crate) still_true: String,
    /// The smallest schema, declaration or request that shows it; `null` for what is too long.
    pub(crate) minimal_schema: Value,
    pub(crate) sources: Vec<String>,
}

impl Row {
    /// Those that the program was built with.
    pub(crate) fn recorded() -> io::Result<Vec<Row>> {
        Ok(serde_json::from_str(CATALOGUE)?)
    }

    /// Whether it is about a request that fails, not about one that is taken and not done.
    pub(crate) fn is_refusal(&self) -> bool {
        self.hard || self.text.is_some()
    }

    /// Whether nobody knows if it still is so.
    pub(crate) fn is_open(&self) -> bool {
        self.still_true == "unknown"
    }
}
