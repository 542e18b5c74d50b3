//! Where something stands in a document: RFC 6901 pointers and RFC 9535 paths.

use std::fmt::Write as _;

/// One step of a [`Pointer`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment {
    /// A member name.
    Key(String),
    /// An index of an array.
    Index(u32),
}

/// A JSON Pointer (RFC 6901) as its steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(pub Vec<Segment>);

impl Pointer {
    /// The pointer with one more member name.
    #[must_use]
    pub fn key(mut self, name: &str) -> Pointer {
        self.0.push(Segment::Key(name.to_owned()));
        self
    }

    /// The steps after the first `count`.
    #[must_use]
    pub fn tail(&self, count: usize) -> Pointer {
        Pointer(self.0.get(count..).unwrap_or_default().to_vec())
    }

    /// A normalized `JSONPath` (RFC 9535 §2.7, with the dot form for plain names): `$.properties['a b'][0]`.
    #[must_use]
    pub fn json_path(&self) -> String {
        let mut out = String::from("$");
        for segment in &self.0 {
            let written = match segment {
                Segment::Index(index) => write!(out, "[{index}]"),
                Segment::Key(key) if is_plain(key) => write!(out, ".{key}"),
                Segment::Key(key) => write!(out, "['{}']", escape_path(key)),
            };
            debug_assert!(written.is_ok(), "writing to a String cannot fail");
        }
        out
    }
}

impl std::fmt::Display for Pointer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for segment in &self.0 {
            match segment {
                Segment::Key(key) => write!(f, "/{}", key.replace('~', "~0").replace('/', "~1"))?,
                Segment::Index(index) => write!(f, "/{index}")?,
            }
        }
        Ok(())
    }
}

fn is_plain(key: &str) -> bool {
    key.starts_with(|c: char| c.is_alphabetic() || c == '_') && key.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Escapes of a single-quoted name (RFC 9535 §2.3.1.1).
fn escape_path(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    for character in key.chars() {
        match character {
            '\'' => out.push_str("\\'"),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 => out.extend(format!("\\u{:04x}", c as u32).chars()),
            c => out.push(c),
        }
    }
    out
}
