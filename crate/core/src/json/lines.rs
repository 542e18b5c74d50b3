//! Byte offsets to lines and columns.

use serde::Deserialize;

/// How columns are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PositionEncoding {
    /// In Unicode characters, as terminals and people count.
    #[default]
    Characters,
    /// In UTF-16 code units, as JavaScript and the Language Server Protocol count.
    #[serde(rename = "utf-16")]
    Utf16,
    /// In bytes of UTF-8.
    #[serde(rename = "utf-8")]
    Utf8,
}

/// A place in a text; both numbers count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line number.
    pub line: u32,
    /// Column number, in the units of a [`PositionEncoding`].
    pub column: u32,
}

/// Where each line of a text starts, and how many units come before each stretch of bytes. Lines end
/// at `\n`.
#[derive(Clone, Debug)]
pub struct LineIndex<'t> {
    text: &'t [u8],
    starts: Vec<u32>,
    /// Characters and UTF-16 units before every [`STRETCH`] bytes; empty for ASCII, where each byte is one of both.
    before: Vec<(u32, u32)>,
}

const STRETCH: usize = 256;

impl<'t> LineIndex<'t> {
    /// Indexes a text once.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let after_breaks = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        // Editors do not show a byte order mark.
        let first = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() as u32 } else { 0 };
        let starts = std::iter::once(first).chain(after_breaks).collect();
        let text = text.as_bytes();
        let before = if text.is_ascii() { Vec::new() } else { sums(text) };
        LineIndex { text, starts, before }
    }

    /// The position of a byte offset (clamped to the text).
    #[must_use]
    pub fn position(&self, offset: u32, encoding: PositionEncoding) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let start = self.offset(self.starts[line - 1], encoding);
        let column = self.offset(offset, encoding).saturating_sub(start) + 1;
        Position { line: line as u32, column }
    }

    /// A byte offset in units of the encoding, counted from the start of the text.
    #[must_use]
    pub fn offset(&self, offset: u32, encoding: PositionEncoding) -> u32 {
        let offset = (offset as usize).min(self.text.len());
        if self.before.is_empty() {
            return offset as u32;
        }
        let stretch = offset / STRETCH;
        let (characters, units) = count(&self.text[stretch * STRETCH..offset]);
        match encoding {
            PositionEncoding::Utf8 => offset as u32,
            PositionEncoding::Characters => self.before[stretch].0 + characters,
            PositionEncoding::Utf16 => self.before[stretch].1 + units,
        }
    }
}

/// Characters and UTF-16 units before each stretch and before the end.
fn sums(text: &[u8]) -> Vec<(u32, u32)> {
    let mut before = Vec::with_capacity(text.len() / STRETCH + 2);
    let mut sum = (0, 0);
    for stretch in text.chunks(STRETCH) {
        before.push(sum);
        let (characters, units) = count(stretch);
        sum = (sum.0 + characters, sum.1 + units);
    }
    before.push(sum);
    before
}

/// Characters and UTF-16 units that start in a stretch of UTF-8.
fn count(bytes: &[u8]) -> (u32, u32) {
    let characters = bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
    let pairs = bytes.iter().filter(|byte| **byte >= 0xF0).count();
    (characters as u32, (characters + pairs) as u32)
}
