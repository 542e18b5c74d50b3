//! Ids of requests, and which open request a response answers.

use std::fmt;

use serde_json::value::RawValue;

use crate::message::quoted;

/// The id of a request, if it is short enough to be kept. A number and a string always differ, whatever they spell; a
/// response may mean the one by the other ([`Id::among`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Id {
    /// A string.
    Text(String),
    /// A number, in plain digits if it is an integer: some servers return `1` as `1.0`.
    Number(String),
}

impl Id {
    /// Bytes of an id in its message; a longer one is not kept.
    pub const LONGEST: usize = 256;

    /// The id that a message has; `None` if it is neither a string nor a number, or too long.
    #[must_use]
    pub fn of(raw: &RawValue) -> Option<Id> {
        let text = raw.get();
        if text.len() > Id::LONGEST {
            return None;
        }
        match text.as_bytes().first()? {
            b'"' => serde_json::from_str(text).ok().map(Id::Text),
            b'-' | b'0'..=b'9' => Some(Id::Number(whole(text).unwrap_or_else(|| text.to_owned()))),
            _ => None,
        }
    }

    /// The open id that this id of a response means: the same, or else the number that it spells, since some servers
    /// return `1` as `"1"`, and clients accept that. It stays as it is if neither is open.
    #[must_use]
    pub fn among(self, is_open: impl Fn(&Id) -> bool) -> Id {
        let spelled = match &self {
            Id::Text(text) if !is_open(&self) => serde_json::from_str(text).ok().and_then(Id::of),
            _ => None,
        };
        spelled.filter(|id| matches!(id, Id::Number(_)) && is_open(id)).unwrap_or(self)
    }
}

impl From<u64> for Id {
    fn from(number: u64) -> Id {
        Id::Number(number.to_string())
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Text(text) => f.write_str(&quoted(text)),
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
    fn a_string_may_mean_the_number_that_it_spells() {
        let meant = |text: &str, open: &[&str]| {
            let open: Vec<Id> = open.iter().filter_map(|text| id(text)).collect();
            Some(id(text).expect("an id").among(|id| open.contains(id)))
        };
        assert_eq!(meant(r#""1""#, &["1"]), id("1"));
        assert_eq!(meant(r#""1.0""#, &["1"]), id("1"));
        assert_eq!(meant(r#""1""#, &["1", r#""1""#]), id(r#""1""#), "the same id first");
        assert_eq!(meant("1", &[r#""1""#]), id("1"), "no client takes that");
        for other in [r#""""#, r#"" ""#, r#""a""#, r#""null""#, r#""\"1\"""#, r#""2""#, r#""01""#] {
            assert_eq!(meant(other, &["1", r#""x""#]), id(other), "{other}");
        }
    }
}
