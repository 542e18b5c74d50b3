//! Texts that are not JSON, or are truncated: quotes, brackets and commas alone separate their parts.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::members::decoded;

/// The elements of an array or the members of an object.
struct Parts<'a>(&'a [u8]);

/// A part of a text.
struct Part<'a> {
    text: &'a [u8],
    /// Whether it ends before the text does.
    is_whole: bool,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let rest = std::mem::take(&mut self.0);
        let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
        let ends = |byte: &u8| {
            if is_quoted {
                (is_quoted, is_escaped) = (is_escaped || *byte != b'"', !is_escaped && *byte == b'\\');
                return false;
            }
            match byte {
                b'"' => is_quoted = true,
                b'[' | b'{' => depth += 1,
                b']' | b'}' if depth > 0 => depth -= 1,
                b',' | b']' | b'}' => return depth == 0,
                _ => {}
            }
            false
        };
        let Some(end) = rest.iter().position(ends) else {
            return (!rest.is_empty()).then_some(Part { text: rest, is_whole: false });
        };
        if rest[end] == b',' {
            self.0 = &rest[end + 1..];
        }
        Some(Part { text: &rest[..end], is_whole: true })
    }
}

/// The elements of an array.
pub(crate) fn elements(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    Parts(text.trim_ascii_start().strip_prefix(b"[").unwrap_or_default()).map(|part| part.text)
}

/// The names of an object's members, and the values that are JSON.
pub(crate) fn members(text: &[u8]) -> impl Iterator<Item = (Cow<'_, str>, Option<&RawValue>)> {
    Parts(text.trim_ascii_start().strip_prefix(b"{").unwrap_or_default()).filter_map(|part| {
        let mut values = serde_json::Deserializer::from_slice(part.text).into_iter();
        let key = values.next()?.ok()?;
        let value = part.text.get(values.byte_offset()..)?.trim_ascii_start().strip_prefix(b":")?;
        Some((decoded(key), part.is_whole.then(|| serde_json::from_slice(value).ok()).flatten()))
    })
}

/// The value of a member among those at the start of an object.
#[must_use]
pub fn leading<'a>(start: &'a [u8], name: &str) -> Option<&'a RawValue> {
    members(start).find(|(of, _)| of == name)?.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_told_apart_whatever_their_values() {
        let text = br#"{"a\u0062" : {"x":[NaN,"}\"]{"]} ,"b": nan, "c":"1\\","d":\xff, e: 5, "f":5 ,"g":12"#;
        let found: Vec<_> = members(text).map(|(name, value)| (name, value.map(RawValue::get))).collect();
        let found: Vec<_> = found.iter().map(|(name, value)| (&**name, *value)).collect();
        let want = [("ab", None), ("b", None), ("c", Some(r#""1\\""#)), ("d", None), ("f", Some("5")), ("g", None)];
        assert_eq!(found, want, "the last is truncated");
        assert_eq!(members(b"{}").count() + members(b"[1]").count() + members(b"").count(), 0);
    }

    #[test]
    fn elements_are_told_apart() {
        let found: Vec<_> = elements(br#"[{"a":NaN,"b":[1,2]}, "],",3] 4"#).collect();
        assert_eq!(found, [&br#"{"a":NaN,"b":[1,2]}"#[..], br#" "],""#, b"3"]);
    }
}
