//! Issues.

use serde::Serialize;

use crate::json::{LineIndex, PositionEncoding, ReadError, Span};

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Cosmetic, or equivalent.
    Info,
    /// Meaning is lost.
    Warning,
    /// The target refuses or misreads it.
    Error,
}

/// Something found in the input, with what became of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Issue {
    /// The rule's code, or a word in small letters for what no rule covers (`invalid-json`).
    pub code: &'static str,
    /// The pattern, as people call it.
    pub pattern: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// What was found, in one sentence.
    pub message: String,
    /// What the tool does about it, or what the author can do.
    pub help: String,
    /// What the output allows that the source does not; `null` for nothing.
    pub gains: Option<String>,
    /// What the source allows that the output does not; `null` for nothing.
    pub loses: Option<String>,
    /// Where, as a JSON Pointer (RFC 6901) into the whole document.
    pub pointer: String,
    /// Where, as a `JSONPath` (RFC 9535) into the tool's schema.
    pub path: String,
    /// Its text, in units of the requested position encoding.
    pub span: Span,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in units of the requested position encoding.
    pub column: u32,
    /// Where in the output it shows: JSON Pointers into the tool's transformed schema.
    pub outputs: Vec<String>,
    /// Rows of the error catalogue and sections of specifications.
    pub evidence: &'static [&'static str],
    /// What the server says to the source as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<&'static str>,
}

impl Issue {
    /// An issue of the document as a whole.
    pub(crate) fn document(code: &'static str, message: String, help: &str) -> Issue {
        Issue {
            code,
            pattern: code,
            severity: Severity::Error,
            message,
            help: help.to_owned(),
            gains: None,
            loses: None,
            pointer: String::new(),
            path: "$".to_owned(),
            span: Span { start: 0, end: 0 },
            line: 1,
            column: 1,
            outputs: Vec::new(),
            evidence: &[],
            refusal: None,
        }
    }

    /// The issue with the name of its tool before its message.
    pub(crate) fn of_tool(mut self, name: Option<&str>) -> Issue {
        if let Some(name) = name {
            self.message = format!("{name}: {}", self.message);
        }
        self
    }

    /// The issue with its span, in bytes, turned into line, column and units of the encoding.
    pub(crate) fn located(mut self, lines: &LineIndex<'_>, encoding: PositionEncoding) -> Issue {
        let position = lines.position(self.span.start, encoding);
        (self.line, self.column) = (position.line, position.column);
        self.span.start = lines.offset(self.span.start, encoding);
        self.span.end = lines.offset(self.span.end, encoding);
        self
    }

    /// Where it is, for a text that has moved within its document.
    pub(crate) fn shift(&mut self, shift: &super::Shift) {
        self.span = shift.units(self.span);
        (self.line, self.column) = shift.position(self.column);
    }

    /// The issue of a text that is no JSON.
    #[must_use]
    pub fn unreadable(text: &str, error: &ReadError, encoding: PositionEncoding) -> Issue {
        let message = format!("not JSON: {}", error.kind);
        let mut issue = Issue::document("invalid-json", message, error.kind.help());
        issue.span = error.span;
        issue.located(&LineIndex::new(text), encoding)
    }
}

impl std::fmt::Display for Issue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at line {}, column {}: {} ({})", self.code, self.line, self.column, self.message, self.help)
    }
}

impl std::error::Error for Issue {}
