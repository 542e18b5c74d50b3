//! Limits of the conversion, and the issues of texts that are not converted.

use lapidary::{Issue, Span};

/// Values of a document, each counted wherever an alias or a merge key repeats it.
pub(super) const MOST_VALUES: usize = 1_000_000;
/// Bytes of the JSON.
pub(super) const MOST_BYTES: usize = 128 << 20;
/// Levels of nesting.
pub(super) const MOST_LEVELS: usize = 512;

pub(super) fn invalid(message: String, span: Span, help: &str) -> Box<Issue> {
    let mut issue = Issue::document("invalid-yaml", message, help);
    issue.span = span;
    Box::new(issue)
}

pub(super) fn too_many(of: &str, span: Span) -> Box<Issue> {
    invalid(format!("the YAML expands to {of}"), span, "split the document, or use fewer aliases and merge keys")
}
