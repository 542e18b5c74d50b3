//! What changed between two documents: as an RFC 6902 patch and as a unified text diff.

mod patch;

use imara_diff::{Algorithm, BasicLineDiffPrinter, InternedInput, UnifiedDiffConfig};
use serde::Serialize;

use crate::{
    json::{Indent, JsonId, pretty, read},
    report::Issue,
};

pub use patch::patch;

/// The answer of [`crate::diff`].
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
    let input = InternedInput::new(before.as_str(), after.as_str());
    let mut lines = imara_diff::Diff::compute(Algorithm::Myers, &input);
    lines.postprocess_lines(&input);
    let printer = BasicLineDiffPrinter(&input.interner);
    let hunks = lines.unified_diff(&printer, UnifiedDiffConfig::default(), &input);
    // A name is untrusted text: it must neither break the header nor reach a terminal raw.
    let name = name.escape_debug();
    format!("--- {name} (source)\n+++ {name} (output)\n{hunks}")
}
