//! JSON strings: escaping and unescaping.

use std::{borrow::Cow, fmt};

/// The last character boundary at or before `at`. `str::floor_char_boundary` is stable only since Rust 1.91.
pub(crate) fn character_start(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

/// The value of a string's inner text (between the quotes, already checked by the reader).
/// A lone surrogate has no value in UTF-8 and reads as U+FFFD.
#[must_use]
pub(crate) fn unescape(inner: &str) -> String {
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let (character, length) = decode_escape(&rest[at..]);
        out.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
        rest = &rest[at + length..];
    }
    out.push_str(rest);
    out
}

/// Whether a string's inner text holds a surrogate escape without its partner, which UTF-8 (and so a
/// protobuf string) cannot hold.
#[must_use]
pub(crate) fn has_lone_surrogate(inner: &str) -> bool {
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        let (character, length) = decode_escape(&rest[at..]);
        if character.is_none() {
            return true;
        }
        rest = &rest[at + length..];
    }
    false
}

/// The character of the escape at the start of `text`, and the escape's length; `None` for a lone
/// surrogate.
fn decode_escape(text: &str) -> (Option<char>, usize) {
    let simple = match text.as_bytes().get(1) {
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return decode_unicode(text),
        Some(other) => char::from(*other),
        None => return (None, text.len()),
    };
    (Some(simple), 2)
}

fn decode_unicode(text: &str) -> (Option<char>, usize) {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(digits, 16).ok()
    };
    let Some(first) = unit(0) else { return (None, text.len().min(2)) };
    if !(0xD800..0xDC00).contains(&first) {
        return (char::from_u32(first), 6);
    }
    match unit(6) {
        Some(second) if (0xDC00..0xE000).contains(&second) => {
            (char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)), 12)
        }
        _ => (None, 6),
    }
}

/// `value` as a JSON string with its quotes.
#[must_use]
pub fn quote(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    escape_into(&mut out, value);
    out
}

/// Appends `value` as a JSON string with its quotes, escaping only what must be.
pub(crate) fn escape_into(out: &mut String, value: &str) {
    out.push('"');
    let mut plain_from = 0;
    for (at, byte) in value.bytes().enumerate() {
        let Some(escape) = escape_of(byte) else { continue };
        out.push_str(&value[plain_from..at]);
        out.push_str(&escape);
        plain_from = at + 1;
    }
    out.push_str(&value[plain_from..]);
    out.push('"');
}

/// Most characters of a text that a message quotes.
const QUOTED: usize = 100;

/// A name in quotes for messages; a long one is truncated, with an ellipsis.
pub(crate) struct Quoted<'n>(pub(crate) &'n str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(QUOTED) {
            None => write!(f, "{:?}", self.0),
            Some((end, _)) => write!(f, "{:?}", self.0[..end].to_owned() + "…"),
        }
    }
}

fn escape_of(byte: u8) -> Option<Cow<'static, str>> {
    Some(match byte {
        b'"' => "\\\"".into(),
        b'\\' => "\\\\".into(),
        b'\n' => "\\n".into(),
        b'\r' => "\\r".into(),
        b'\t' => "\\t".into(),
        0..0x20 => format!("\\u{byte:04x}").into(),
        _ => return None,
    })
}
