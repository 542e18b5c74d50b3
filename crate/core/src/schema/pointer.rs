//! Locations in a document as text: RFC 6901 pointers and RFC 9535 paths.

use std::{borrow::Cow, fmt::Write};

use crate::json::{Step, Tape, character_start};

/// Bytes that suffice for most pointers and paths.
const USUAL_LENGTH: usize = 64;

/// The longest pointer of a finding, in bytes. A finding further in is reported for an enclosing value: otherwise a
/// name of a megabyte would be repeated in every finding below it.
pub(crate) const MAX_POINTER: usize = 4_096;

/// A JSON Pointer, or that of the nearest enclosing value that is not longer than [`MAX_POINTER`].
pub(crate) fn within_length(pointer: &str) -> &str {
    if pointer.len() <= MAX_POINTER {
        return pointer;
    }
    // One byte more, as a step may end exactly at the limit.
    let fits = &pointer[..character_start(pointer, MAX_POINTER + 1)];
    &fits[..fits.rfind('/').unwrap_or_default()]
}

/// Whether a JSON Pointer leads to a place or below it.
pub(crate) fn is_within(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|below| below.is_empty() || below.starts_with('/'))
}

/// Whether a JSON Pointer leads to a place below another one.
pub(crate) fn is_below(pointer: &str, place: &str) -> bool {
    pointer != place && is_within(pointer, place)
}

/// Appends a member's name to a JSON Pointer.
pub fn push_key(pointer: &mut String, key: &str) {
    pointer.push('/');
    if key.contains(['~', '/']) {
        pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
    } else {
        pointer.push_str(key);
    }
}

/// The member name that a step of a JSON Pointer encodes.
pub(crate) fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// Appends an index to a JSON Pointer.
pub(crate) fn push_index(pointer: &mut String, index: usize) {
    push_key(pointer, &index.to_string());
}

/// The JSON Pointer along steps from the root; if it would be too long, that of an enclosing value.
pub(crate) fn pointer_along(tape: &Tape<'_>, steps: &[Step]) -> String {
    pointer(named(tape, steps))
}

/// The `JSONPath` along steps from the root; if it would be too long, that of an enclosing value.
pub(crate) fn path_along(tape: &Tape<'_>, steps: &[Step]) -> String {
    path(named(tape, steps))
}

/// A step from a value to one in it, outside of a tape.
#[derive(Clone, Debug)]
pub enum NamedStep<'n> {
    /// To the member of a name.
    Name(Cow<'n, str>),
    /// To an element.
    Index(usize),
}

/// The JSON Pointer and the `JSONPath` along steps from the root; if one would be too long, that of an enclosing value.
#[must_use]
pub fn pointer_and_path(steps: &[NamedStep<'_>]) -> (String, String) {
    (pointer(steps.iter().cloned()), path(steps.iter().cloned()))
}

fn named<'t>(tape: &'t Tape<'_>, steps: &[Step]) -> impl Iterator<Item = NamedStep<'t>> {
    steps.iter().map(|step| match *step {
        Step::Index(index) => NamedStep::Index(index as usize),
        // A name that is too long is not read.
        Step::Member(key) if tape.slice(key).len() > MAX_POINTER => NamedStep::Name(tape.slice(key).into()),
        Step::Member(key) => NamedStep::Name(tape.key(key)),
    })
}

fn pointer<'n>(steps: impl Iterator<Item = NamedStep<'n>>) -> String {
    along(steps, String::with_capacity(USUAL_LENGTH), push_index, push_key)
}

fn path<'n>(steps: impl Iterator<Item = NamedStep<'n>>) -> String {
    let mut path = String::with_capacity(USUAL_LENGTH);
    path.push('$');
    along(steps, path, push_path_index, push_path_key)
}

fn along<'n>(
    steps: impl Iterator<Item = NamedStep<'n>>,
    mut text: String,
    push_index: fn(&mut String, usize),
    push_key: fn(&mut String, &str),
) -> String {
    for step in steps {
        let before = text.len();
        match step {
            NamedStep::Index(index) => push_index(&mut text, index),
            NamedStep::Name(name) if name.len() > MAX_POINTER => break,
            NamedStep::Name(name) => push_key(&mut text, &name),
        }
        if text.len() > MAX_POINTER {
            text.truncate(before);
            break;
        }
    }
    text
}

/// Appends a member's name to a normalized `JSONPath` (RFC 9535 §2.7, with the dot form for plain names):
/// `$.properties['a b'][0]`.
fn push_path_key(path: &mut String, key: &str) {
    if is_plain(key) {
        path.push('.');
        path.push_str(key);
    } else {
        path.push_str("['");
        escape_path(path, key);
        path.push_str("']");
    }
}

/// Appends an index to a `JSONPath`.
fn push_path_index(path: &mut String, index: usize) {
    path.push('[');
    path.push_str(&index.to_string());
    path.push(']');
}

/// Whether a name may follow a dot: letters, digits but not first, `_`, and any non-ASCII character (RFC 9535
/// §2.5.1.1).
fn is_plain(key: &str) -> bool {
    let is_name = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || c == '_';
    key.starts_with(|c: char| is_name(c) && !c.is_ascii_digit()) && key.chars().all(is_name)
}

/// Appends a name with the escapes of a single-quoted one (RFC 9535 §2.3.1.1).
fn escape_path(path: &mut String, key: &str) {
    for character in key.chars() {
        match character {
            '\'' => path.push_str("\\'"),
            '\\' => path.push_str("\\\\"),
            '\n' => path.push_str("\\n"),
            '\r' => path.push_str("\\r"),
            '\t' => path.push_str("\\t"),
            c if c < ' ' => {
                let _ = write!(path, "\\u{:04x}", c as u32);
            }
            c => path.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_POINTER, within_length};

    #[test]
    fn what_is_too_long_leads_to_what_is_around() {
        assert_eq!(within_length("/a/b"), "/a/b");
        let name = "é".repeat(MAX_POINTER / 2);
        assert_eq!(within_length(&format!("/a/{name}/b")), "/a");
        assert_eq!(within_length(&format!("/{name}")), "");
        let longest = format!("/{}", "n".repeat(MAX_POINTER - 1));
        assert_eq!(within_length(&format!("{longest}/b")), longest);
        assert_eq!(within_length(&longest), longest);
    }
}
