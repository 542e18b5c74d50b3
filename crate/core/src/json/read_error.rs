//! What is wrong with a text that is not JSON.

use std::fmt;

use super::Span;

/// What is wrong with a text that is not JSON, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// What is wrong.
    pub(crate) kind: ReadErrorKind,
    /// The offending bytes (empty at the end of the text).
    pub span: Span,
}

/// The ways in which a text fails to be JSON (RFC 8259).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadErrorKind {
    /// Nothing but white space.
    Empty,
    /// The text ends inside a value.
    UnexpectedEnd,
    /// A value was expected here.
    ExpectedValue,
    /// A member name in double quotes was expected here.
    ExpectedKey,
    /// A colon was expected after a member name.
    ExpectedColon,
    /// A comma or the closing bracket was expected here.
    ExpectedCommaOrEnd,
    /// Text goes on after the document.
    TrailingText,
    /// A number that the grammar does not allow, such as `01` or `1.`.
    BadNumber,
    /// A control character inside a string.
    ControlCharacter,
    /// A backslash that does not start an escape.
    BadEscape,
    /// More than 4 GiB of text.
    TooLong,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.kind, self.span.start)
    }
}

impl std::error::Error for ReadError {}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the text is empty",
            Self::UnexpectedEnd => "the text ends inside a value",
            Self::ExpectedValue => "a JSON value is expected here",
            Self::ExpectedKey => "a member name in double quotes is expected here",
            Self::ExpectedColon => "a colon is expected after a member name",
            Self::ExpectedCommaOrEnd => "a comma or a closing bracket is expected here",
            Self::TrailingText => "the text goes on after the JSON value",
            Self::BadNumber => "this is not a JSON number",
            Self::ControlCharacter => "a control character must be escaped inside a string",
            Self::BadEscape => "this is not a JSON escape",
            Self::TooLong => "the text is longer than 4 GiB",
        })
    }
}

impl ReadErrorKind {
    /// What the author of the text can do about it.
    #[must_use]
    pub(crate) fn help(self) -> &'static str {
        match self {
            Self::Empty => "paste a JSON Schema, an MCP tool, or a tools/list result",
            Self::UnexpectedEnd => "look for a missing closing bracket or quote",
            Self::ExpectedValue => {
                "a value is an object, an array, a string in double quotes, a number, true, false or null"
            }
            Self::ExpectedKey => "quote the name; JSON takes no trailing comma and no comment",
            Self::ExpectedColon => "write \"name\": value",
            Self::ExpectedCommaOrEnd => "look for a missing comma or an unescaped quote before it",
            Self::TrailingText => "give one JSON value; put several into an array",
            Self::BadNumber => "write it without leading zeros, plus sign or bare dot",
            Self::ControlCharacter => "write it as \\n, \\t or \\u00XX",
            Self::BadEscape => "escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX",
            Self::TooLong => "split the document",
        }
    }
}
