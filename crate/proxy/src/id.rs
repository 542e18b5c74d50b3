//! Ids of requests.

use std::fmt;

use lapidary_mcp::message::{Members, leading};
use serde_json::value::RawValue;

use crate::limits::ID;

/// The id of a request, if it is short enough to be kept. A number and a string always differ, whatever they spell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Id {
    Text(String),
    /// In plain digits if it is an integer: some servers return `1.0` as `1`.
    Number(String),
}

impl Id {
    pub(crate) fn of(raw: &RawValue) -> Option<Id> {
        let text = raw.get();
        if text.len() > ID {
            return None;
        }
        match text.as_bytes().first()? {
            b'"' => serde_json::from_str(text).ok().map(Id::Text),
            b'-' | b'0'..=b'9' => Some(Id::Number(whole(text).unwrap_or_else(|| text.to_owned()))),
            _ => None,
        }
    }

    /// The id of a request or a response of which only the start and the end are known.
    pub(crate) fn of_parts(start: &[u8], end: &[u8]) -> Option<Id> {
        Id::of(&member(start, end, "id")?)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Text(text) => f.write_str(&lapidary_mcp::message::quoted(text)),
            Id::Number(digits) => f.write_str(digits),
        }
    }
}

/// The digits of an integer that is written in another way.
fn whole(text: &str) -> Option<String> {
    let is_plain = !text.contains(['.', 'e', 'E']);
    let number: f64 = text.parse().ok()?;
    (!is_plain && number.fract() == 0.0 && number.abs() < 1e15).then(|| format!("{number:.0}"))
}

/// A member of an object of which only the start and the end are known; `None` unless it is certain to be the object's
/// own.
pub(crate) fn member(start: &[u8], end: &[u8], name: &str) -> Option<Box<RawValue>> {
    let key = format!("\"{name}\"");
    leading(start, name).map(ToOwned::to_owned).or_else(|| {
        let end = std::str::from_utf8(&end[first_boundary(end)..]).ok()?;
        // The rest of the text ends the object only if the member is the object's own, and not of a nested one.
        end.rmatch_indices(&key).find_map(|(at, _)| {
            let rest = format!("{{{}", &end[at..]);
            Members::of(rest.as_bytes()).ok()?.get(name).map(ToOwned::to_owned)
        })
    })
}

/// The offset of the first character.
fn first_boundary(text: &[u8]) -> usize {
    text.iter().position(|byte| byte & 0xC0 != 0x80).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> Option<Id> {
        Id::of(&RawValue::from_string(text.to_owned()).expect("JSON"))
    }

    #[test]
    fn numbers_and_strings_differ() {
        assert_ne!(id("1"), id("\"1\""));
        assert_eq!(id("1"), id("1.0"));
        assert_eq!(id("\"\\u0061\""), id("\"a\""));
        assert_ne!(id("12345678901234567890123"), id("12345678901234567890124"));
        assert_eq!(id("null"), None);
    }

    #[test]
    fn ids_of_long_texts_are_found_at_either_end() {
        let of = |start: &str, end: &str| Id::of_parts(start.as_bytes(), end.as_bytes());
        assert_eq!(of(r#"{"jsonrpc":"2.0", "id" : 7,"result":{"id":8,"x":"aaa"#, "aaa\"}}"), id("7"));
        assert_eq!(of(r#"{"result":{"id":8,"#, r#"aaa","id":9}],"jsonrpc":"2.0","id":"a"}"#), id("\"a\""));
        assert_eq!(of(r#"{"result":{"id":8,"x":"aaa"#, r#"a \"id\":5}","id":6}}"#), None, "these are of a part");
        assert_eq!(of("[1,2", "3]"), None);
    }
}
