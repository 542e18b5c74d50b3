//! The error catalogue.

use std::io;

use lapidary::internal::{CATALOGUE, PROVIDERS};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A row: something that a server or client rejects, or accepts and ignores.
#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) stage: String,
    pub(crate) surface: String,
    /// The part of a request that is rejected.
    #[serde(default)]
    pub(crate) door: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) minimal_kind: String,
    /// The target whose output does not have the error, for those of other providers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<String>,
    pub(crate) hard: bool,
    /// Keywords that the provider rejects, and that target does not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) drop: Vec<String>,
    /// The mode without which that target loses something for this reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mode: Option<String>,
    /// The error message; `None` if there is none, or if it was reported without its text.
    pub(crate) text: Option<String>,
    /// Why it happens.
    #[serde(default)]
    pub(crate) cause: String,
    /// What to do, where no change to a declaration prevents it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) advice: Option<String>,
    pub(crate) first_seen: Option<String>,
    /// `yes`, `no` or `unknown`.
    pub(crate) still_true: String,
    /// The smallest schema, declaration or request that reproduces it; `null` if that is too long.
    #[serde(default)]
    pub(crate) minimal_schema: Value,
    pub(crate) sources: Vec<String>,
}

impl Row {
    /// The rows about Google's servers and clients.
    pub(crate) fn recorded() -> io::Result<Vec<Row>> {
        Ok(serde_json::from_str(CATALOGUE)?)
    }

    /// The same, and those about other providers.
    pub(crate) fn of_all_providers() -> io::Result<Vec<Row>> {
        let providers: Vec<Row> = serde_json::from_str(PROVIDERS)?;
        Ok(Self::recorded()?.into_iter().chain(providers).collect())
    }

    /// Where it is true, and since when.
    pub(crate) fn provenance(&self) -> String {
        let seen = self.first_seen.as_deref().map_or_else(String::new, |date| format!(", first seen {date}"));
        format!("{}{seen}, still true: {}", self.surface, self.still_true)
    }

    /// What to do besides changing a declaration; the page says the same (`www/src/recognize/explain.ts`).
    pub(crate) fn advised(&self) -> Option<&str> {
        let is_fixed = self.still_true == "no" && self.surface.starts_with("client:");
        self.advice.as_deref().or(is_fixed.then_some("update the client: newer versions do not have this error"))
    }

    /// Whether it describes a request that fails, rather than something that is accepted and ignored.
    pub(crate) fn is_refusal(&self) -> bool {
        self.hard || self.text.is_some()
    }

    /// Whether it is unknown if the row is still true.
    pub(crate) fn is_open(&self) -> bool {
        self.still_true == "unknown"
    }
}
