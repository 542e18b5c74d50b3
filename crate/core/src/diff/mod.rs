//! What changed between two documents: as an RFC 6902 patch and as a unified text diff.

mod patch;

use serde::Serialize;
use similar::TextDiff;

use crate::{
    json::{Indent, JsonId, pretty, read},
    report::Issue,
};

pub use patch::patch;

/// The answer of [`crate::diff`].
#[derive(Debug, Serialize)]
pub struct Diff {
    /// An RFC 6902 patch, as JSON text, that turns the input into the output of `emit: same`.
    pub patch: String,
    /// A unified diff of each tool's schema, both sides pretty-printed.
    pub unified: String,
    /// The edits, as issues.
    pub changes: Vec<Issue>,
}

/// A unified diff of two JSON texts, pretty-printed first; empty where they print alike.
#[must_use]
pub fn unified(name: &str, before: &str, after: &str) -> String {
    let print = |text: &str| {
        let mut text = read(text).map_or_else(|_| text.to_owned(), |tape| pretty(&tape, JsonId::ROOT, Indent(2)));
        text.push('\n');
        text
    };
    let (before, after) = (print(before), print(after));
    if before == after {
        return String::new();
    }
    let header = (format!("{name} (source)"), format!("{name} (output)"));
    TextDiff::from_lines(&before, &after).unified_diff().context_radius(3).header(&header.0, &header.1).to_string()
}
