//! Issues.

use serde::Serialize;

use crate::{
    json::{LineIndex, PositionEncoding, ReadError, Span},
    lower::Severity,
};

/// The code of an issue. As text and in JSON, the code of a rule or a lower-case word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IssueCode {
    /// The code of the rule that found it: `GS014`.
    Rule(&'static str),
    /// A word for an issue of the document, the request or a call that no rule covers: `invalid-json`.
    Other(&'static str),
}

impl IssueCode {
    /// A limit of the call was met: something was read, but not lowered.
    pub const LIMIT: IssueCode = IssueCode::Other("limit");
    /// The code of the issue of a document without the only tool that is wanted.
    pub const NO_SUCH_TOOL: IssueCode = IssueCode::Other("no-such-tool");

    /// The code as text.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            IssueCode::Rule(text) | IssueCode::Other(text) => text,
        }
    }
}

impl std::fmt::Display for IssueCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

impl PartialEq<str> for IssueCode {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for IssueCode {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl Serialize for IssueCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A finding in the input, with what the output has instead.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Issue {
    /// The rule's code, or a lower-case word for what no rule covers (`invalid-json`).
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub code: IssueCode,
    /// The usual name of the pattern.
    pub pattern: &'static str,
    /// How severe it is.
    pub severity: Severity,
    /// The property concerned, as names joined by dots (`filter.tags[]`); empty for the whole schema. In the schema of
    /// what a function returns, it starts with `response`.
    pub subject: String,
    /// What the source has there, by name and value, and what the target does with it, in one sentence that starts with
    /// the property.
    pub message: String,
    /// What the output has instead, with its value; `null` if nothing replaces it.
    pub fix: Option<String>,
    /// What the author of the document can do; empty if the fix is all there is to do.
    pub help: String,
    /// What the output allows that the source does not; `null` for nothing.
    #[serde(rename = "acceptsMore")]
    pub accepts_more: Option<String>,
    /// Whether all that is also accepted is additional properties, which models do not send as no schema declares them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub idle: bool,
    /// What the source allows that the output does not; `null` for nothing.
    #[serde(rename = "acceptsLess")]
    pub accepts_less: Option<String>,
    /// Where, as a JSON Pointer (RFC 6901) into the whole document.
    pub pointer: String,
    /// Where, as a `JSONPath` (RFC 9535) into the tool's schema.
    pub path: String,
    /// The range of its text, in units of the requested position encoding.
    pub span: Span,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in units of the requested position encoding.
    pub column: u32,
    /// Where the output changed: JSON Pointers into the tool's transformed schema; of more than 16, those nearest to
    /// the root.
    pub outputs: Vec<String>,
    /// Rows of the error catalogue about the target, and sections of specifications.
    pub evidence: Vec<&'static str>,
    /// The server's error message for the source as it is. With the prefix `like: `, the message for such a case, where
    /// the server would report another error first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// The tool's own name, for an issue in a call; omitted for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The number of further issues of the rule in the tool, with the same effects, that are not listed; omitted if
    /// zero.
    #[serde(skip_serializing_if = "is_zero")]
    pub unlisted: usize,
    /// Whether the tool cannot be called for this reason.
    #[serde(skip)]
    pub(crate) fatal: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Issue {
    /// How many findings it stands for: itself, and those that are not listed.
    #[must_use]
    pub fn times(&self) -> usize {
        1 + self.unlisted
    }

    /// Whether the tool cannot be called for this reason, so that [`OnError::Omit`](crate::OnError::Omit) omits it.
    #[doc(hidden)]
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        self.fatal
    }

    /// Whether the model can no longer send arguments that the source allows.
    #[must_use]
    pub fn is_stricter(&self) -> bool {
        self.accepts_less.is_some()
    }

    /// Whether the model may send arguments that the source does not allow.
    #[must_use]
    pub fn is_looser(&self) -> bool {
        self.accepts_more.is_some() && !self.idle
    }

    /// An issue of the document as a whole.
    ///
    /// `code` is a lower-case word, `message` one sentence, `help` what the author can do.
    #[doc(hidden)]
    #[must_use]
    pub fn document(code: &'static str, message: String, help: &str) -> Issue {
        Issue {
            code: IssueCode::Other(code),
            pattern: code,
            severity: Severity::Error,
            subject: String::new(),
            message,
            fix: None,
            help: help.to_owned(),
            accepts_more: None,
            idle: false,
            accepts_less: None,
            pointer: String::new(),
            path: "$".to_owned(),
            span: Span { start: 0, end: 0 },
            line: 1,
            column: 1,
            outputs: Vec::new(),
            evidence: Vec::new(),
            refusal: None,
            tool: None,
            unlisted: 0,
            fatal: false,
        }
    }

    /// The issue as one in a call of a tool.
    pub(crate) fn called(mut self, tool: &str) -> Issue {
        self.tool = Some(tool.to_owned());
        self
    }

    /// The issue with the name of its tool before its message.
    pub(crate) fn of_tool(mut self, name: Option<&str>) -> Issue {
        if let Some(name) = name {
            self.message = format!("{name}: {}", self.message);
        }
        self
    }

    /// Converts the issue's span from bytes to units of the encoding, and sets line and column.
    pub(crate) fn located(mut self, lines: &LineIndex<'_>, encoding: PositionEncoding) -> Issue {
        let position = lines.position(self.span.start, encoding);
        (self.line, self.column) = (position.line, position.column);
        self.span.start = lines.offset(self.span.start, encoding);
        self.span.end = lines.offset(self.span.end, encoding);
        self
    }

    /// The issue of a text that is not JSON.
    #[doc(hidden)]
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
        write!(f, "{} at line {}, column {}: {}", self.code, self.line, self.column, self.message)?;
        let rest = if self.help.is_empty() { self.fix.as_deref().unwrap_or_default() } else { &self.help };
        if rest.is_empty() { Ok(()) } else { write!(f, " ({rest})") }
    }
}

impl std::error::Error for Issue {}
