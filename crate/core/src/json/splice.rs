//! Replacing pieces of a text; all other bytes stay.

use std::{cmp::Reverse, ops::Range};

use super::tape::{JsonId, Span, Tape};
use crate::order::{Gather, sort_by_key};

/// A range of the source and its replacement.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) span: Span,
    /// `None` removes an element of an array or a member of an object, with one comma.
    text: Option<String>,
}

impl Piece {
    /// Replaces a value.
    pub(crate) fn new(tape: &Tape<'_>, value: JsonId, text: String) -> Piece {
        Piece { span: tape.span(value), text: Some(text) }
    }

    /// Replaces a member, its key included.
    pub(crate) fn member(tape: &Tape<'_>, key: JsonId, text: String) -> Piece {
        Piece { text: Some(text), ..Piece::removed_member(tape, key) }
    }

    /// Removes an element, or a member from its key to the end of its value.
    pub(crate) fn removed(span: Span) -> Piece {
        Piece { span, text: None }
    }

    /// Removes the member of a key.
    pub(crate) fn removed_member(tape: &Tape<'_>, key: JsonId) -> Piece {
        Piece::removed(Span { start: tape.span(key).start, end: tape.span(key.value_of_key()).end })
    }
}

/// The text with its pieces replaced; of nested pieces, the outer one counts.
pub(crate) fn replace(tape: &Tape<'_>, pieces: Vec<Piece>) -> String {
    replace_around(tape, pieces, None).0
}

/// The same, and where the piece of a span is in it; `None` if there is no such piece.
pub(crate) fn replace_around(
    tape: &Tape<'_>,
    pieces: Vec<Piece>,
    span: Option<Span>,
) -> (String, Option<Range<usize>>) {
    let (sought, mut found) = (span.map(range), None);
    let text = write(tape.text(), &in_order(pieces), |from, to| {
        if sought.as_ref() == Some(from) {
            found = Some(to);
        }
    });
    (text, found)
}

/// A value with its pieces replaced; none lies outside of it.
pub(crate) fn replace_in(tape: &Tape<'_>, value: JsonId, pieces: Vec<Piece>) -> String {
    let start = range(tape.span(value)).start;
    let mut changes = in_order(pieces);
    for (range, _) in &mut changes {
        *range = range.start - start..range.end - start;
    }
    write(tape.slice(value), &changes, |_, _| ())
}

/// A range of a text and its replacement; `None` removes it, with one comma.
type Change = (Range<usize>, Option<String>);

fn in_order(mut pieces: Vec<Piece>) -> Vec<Change> {
    sort_by_key(&mut pieces, |piece| (piece.span.start, Reverse(piece.span.end)));
    pieces.into_iter().map(|piece| (range(piece.span), piece.text)).gather()
}

/// The bytes of a span.
pub(crate) fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Changes to a text that has no tape: slices of it and their replacements.
#[derive(Debug)]
pub struct Splices<'t> {
    text: &'t str,
    changes: Vec<Change>,
}

impl<'t> Splices<'t> {
    /// No changes.
    #[must_use]
    pub fn new(text: &'t str) -> Splices<'t> {
        Splices { text, changes: Vec::new() }
    }

    /// Replaces these slices.
    #[must_use]
    pub fn of<'p>(text: &'t str, parts: impl IntoIterator<Item = (&'p str, String)>) -> Splices<'t> {
        let mut splices = Splices::new(text);
        parts.into_iter().for_each(|(part, new)| splices.replace(part, new));
        splices
    }

    /// Replaces a slice of the text by `new`.
    pub fn replace(&mut self, part: &str, new: String) {
        if part != new {
            self.changes.push((place(self.text, part), Some(new)));
        }
    }

    /// Removes an element of an array or a member of an object, with one comma: from the start of `first` to the end of
    /// `last`.
    pub fn remove(&mut self, first: &str, last: &str) {
        self.changes.push((place(self.text, first).start..place(self.text, last).end, None));
    }

    /// The text with its changes; `None` if there are none.
    #[must_use]
    pub fn finish(mut self) -> Option<String> {
        if self.changes.is_empty() {
            return None;
        }
        sort_by_key(&mut self.changes, |(range, _)| (range.start, Reverse(range.end)));
        Some(write(self.text, &self.changes, |_, _| ()))
    }
}

/// The range of a slice within its text.
#[must_use]
pub fn place(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    start..start + part.len()
}

/// The text with its changes, which are in order; `placed` is given each range that was replaced, and where it is in the
/// result.
fn write(source: &str, changes: &[Change], mut placed: impl FnMut(&Range<usize>, Range<usize>)) -> String {
    let mut out = String::with_capacity(source.len());
    let mut from = 0;
    for (range, text) in changes {
        if range.start < from {
            continue;
        }
        out.push_str(&source[from..range.start]);
        from = match text {
            Some(text) => {
                placed(range, out.len()..out.len() + text.len());
                out.push_str(text);
                range.end
            }
            None => after_comma(source, range.end).unwrap_or_else(|| {
                drop_last_comma(&mut out);
                range.end
            }),
        };
    }
    out.push_str(&source[from..]);
    out
}

/// The index after the comma that follows `end` and the white space after it; `None` if no comma follows.
fn after_comma(source: &str, end: usize) -> Option<usize> {
    let rest = source[end..].trim_start().strip_prefix(',')?.trim_start();
    Some(source.len() - rest.len())
}

fn drop_last_comma(out: &mut String) {
    if let Some(before) = out.trim_end().strip_suffix(',') {
        out.truncate(before.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::read;

    #[test]
    fn elements_go_with_one_comma_each() {
        let source = "[1 , 2,\n 3, [4], 5]";
        let cases: [(&[usize], &str); 6] = [
            (&[], source),
            (&[0], "[2,\n 3, [4], 5]"),
            (&[4], "[1 , 2,\n 3, [4]]"),
            (&[3, 4], "[1 , 2,\n 3]"),
            (&[1, 3], "[1 , 3, 5]"),
            (&[0, 1, 2, 3, 4], "[]"),
        ];
        let tape = read(source).expect("it is JSON");
        let elements: Vec<JsonId> = tape.elements(JsonId::ROOT).collect();
        for (gone, expected) in cases {
            let pieces = gone.iter().map(|at| Piece::removed(tape.span(elements[*at]))).collect();
            assert_eq!(replace(&tape, pieces), expected, "{gone:?}");
        }
    }

    #[test]
    fn members_go_and_values_change() {
        let tape = read(r#"{"a": 1, "b": [2], "c": 3}"#).expect("it is JSON");
        let keys: Vec<JsonId> = tape.members(JsonId::ROOT).collect();
        let pieces = vec![
            Piece::removed_member(&tape, keys[2]),
            Piece::new(&tape, keys[0].value_of_key(), "true".to_owned()),
            Piece::new(&tape, keys[1].value_of_key(), "[]".to_owned()),
        ];
        assert_eq!(replace(&tape, pieces), r#"{"a": true, "b": []}"#);
    }

    #[test]
    fn slices_of_a_text_change_too() {
        for (text, gone, want) in [
            (r#"{"a":1}"#, "a", "{}"),
            (r#"{ "a" : 1 , "b":2 }"#, "a", r#"{ "b":2 }"#),
            (r#"{"a":1,"b":2,"c":3}"#, "b", r#"{"a":1,"c":3}"#),
            (r#"{"a":1,"b":2,"c":3}"#, "ab", r#"{"c":3}"#),
            (r#"{"a":1,"b":2,"c":3}"#, "cb", r#"{"a":1}"#),
            (r#"{"a":1,"b":2}"#, "ab", "{}"),
        ] {
            let mut splices = Splices::new(text);
            for name in gone.chars() {
                let at = text.find(&format!("\"{name}\"")).expect("it is there");
                let end = at + text[at..].find(|one: char| one.is_ascii_digit()).expect("its value is a digit");
                splices.remove(&text[at..at + 3], &text[end..=end]);
            }
            assert_eq!(splices.finish().as_deref(), Some(want), "{text} without {gone}");
        }
        let text = "[1, 2]";
        let mut splices = Splices::new(text);
        splices.replace(&text[1..2], "1".to_owned());
        assert_eq!(splices.finish(), None);
    }
}
