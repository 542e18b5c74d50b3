//! What changed between two documents: as an RFC 6902 patch and as a unified text diff.

mod aligned;
mod hunks;
mod patch;

use imara_diff::{Algorithm, Hunk, InternedInput};
use serde::Serialize;

use crate::{json::read_document, report::Issue};

use aligned::aligned;
use hunks::{Change, lines, whole};
pub(crate) use patch::patch;

/// The result of [`crate::diff()`].
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Diff {
    /// An RFC 6902 patch, as JSON text, that turns the input into the output of `emit: same`.
    pub patch: String,
    /// A unified diff of each tool's schema: both sides in the same layout, with a definition in place of the reference
    /// to it where the output has it there, under a comment `// moved here from #/$defs/X`. Where more of the document
    /// changes, such as a name or the schema of a response, a diff of the document without these schemas follows.
    pub unified: String,
    /// The edits, as issues.
    pub changes: Vec<Issue>,
}

impl Default for Diff {
    /// A diff without changes.
    fn default() -> Diff {
        Diff { patch: "[]".to_owned(), unified: String::new(), changes: Vec::new() }
    }
}

/// Texts of more lines are not compared line by line: where lines repeat, that takes quadratic time.
const MOST_LINES: usize = 20_000;

/// A unified diff of two schemas, as JSON texts, laid out to show only differences in meaning; empty if there are none.
#[must_use]
pub(crate) fn unified(name: &str, before: &str, after: &str) -> String {
    let (before, after) = match (read_document(before), read_document(after)) {
        (Ok(before), Ok(after)) => aligned(&before, &after),
        _ => (before.to_owned(), after.to_owned()),
    };
    if before == after {
        return String::new();
    }
    // A name is untrusted text: it must neither break the header nor reach a terminal raw.
    let name = name.escape_debug();
    let mut out = format!("--- {name} (source)\n+++ {name} (output)\n");
    let is_long = |text: &str| lines(text).nth(MOST_LINES).is_some();
    let changes =
        if is_long(&before) || is_long(&after) { vec![whole(&before, &after)] } else { each(&before, &after) };
    // A string takes all that is written.
    let _ = hunks::write(&mut out, &before, &after, &changes);
    out
}

/// Each change between two texts.
fn each(before: &str, after: &str) -> Vec<Change> {
    let mut input = InternedInput::default();
    input.update_before(lines(before));
    input.update_after(lines(after));
    let mut diff = imara_diff::Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    let range = |lines: std::ops::Range<u32>| lines.start as usize..lines.end as usize;
    diff.hunks().map(|Hunk { before, after }| [range(before), range(after)]).collect()
}
