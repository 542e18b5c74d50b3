//! Notes: what has no equivalent in JSON, and what the JSON has instead.

use lapidary::{
    Issue, Severity, Span,
    internal::{NamedStep, pointer_and_path},
};

use crate::terminal::columns::truncated;

/// How many notes are listed.
const MOST_NOTES: usize = 100;
/// Columns of a text that a note quotes.
const QUOTED: usize = 60;

/// A kind of what YAML has and JSON lacks.
pub(super) struct Loss {
    pattern: &'static str,
    help: &'static str,
}

pub(super) const DOCUMENTS: Loss = Loss { pattern: "several documents", help: "give each its own file" };
pub(super) const KEY: Loss = Loss { pattern: "keys that are not strings", help: "quote it" };
pub(super) const COLLECTION_KEY: Loss =
    Loss { pattern: "keys that are collections", help: "JSON has only strings as keys" };
pub(super) const TAG: Loss = Loss { pattern: "tags", help: "JSON has no tags" };
pub(super) const NUMBER: Loss =
    Loss { pattern: "numbers that JSON lacks", help: "write a number that JSON has, or a string" };

/// The notes on a document.
#[derive(Default)]
pub(super) struct Notes {
    listed: Vec<Issue>,
    /// How many there were beyond the most.
    unlisted: usize,
}

impl Notes {
    /// Adds a note on what is at a place of the document.
    pub(super) fn add<'n>(
        &mut self,
        Loss { pattern, help }: &Loss,
        message: String,
        span: Span,
        place: impl FnOnce() -> Vec<NamedStep<'n>>,
    ) {
        if self.listed.len() >= MOST_NOTES {
            self.unlisted += 1;
            return;
        }
        let mut note = Issue::document("lossy-yaml", message, help);
        (note.severity, note.pattern, note.span) = (Severity::Warning, pattern, span);
        (note.pointer, note.path) = pointer_and_path(&place());
        self.listed.push(note);
    }

    /// The notes in the order of the text.
    pub(super) fn into_issues(self) -> Vec<Issue> {
        let Notes { mut listed, unlisted } = self;
        listed.sort_by_key(|note| note.span.start);
        if let Some(last) = listed.last_mut().filter(|_| unlisted > 0) {
            last.unlisted = unlisted;
            last.message.extend(["; ", &unlisted.to_string(), " more such notes are not listed"]);
        }
        listed
    }
}

pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", truncated(text, QUOTED))
}
