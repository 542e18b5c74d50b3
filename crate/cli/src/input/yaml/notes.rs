//! Notes: what has no equivalent in JSON, and what the JSON has instead.

use lapidary::{Issue, Severity, Span};

use crate::terminal::columns::truncated;

/// How many notes are listed.
const MOST_NOTES: usize = 100;
/// Columns of a text that a note quotes.
const QUOTED: usize = 60;

/// The notes on a document.
#[derive(Default)]
pub(super) struct Notes {
    listed: Vec<Issue>,
    /// How many there were beyond the most.
    unlisted: usize,
}

impl Notes {
    pub(super) fn add(&mut self, message: String, span: Span, help: &str) {
        if self.listed.len() >= MOST_NOTES {
            self.unlisted += 1;
            return;
        }
        let mut note = Issue::document("lossy-yaml", message, help);
        (note.severity, note.span) = (Severity::Warning, span);
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
