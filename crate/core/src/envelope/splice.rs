//! Replacing pieces of a text; all other bytes stay.

use crate::{
    json::{JsonId, Span, Tape},
    order::sort_by_key,
};

/// A stretch of the source and what stands there instead.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) span: Span,
    /// `None` takes an element of an array or a member of an object out, with one comma.
    text: Option<String>,
}

impl Piece {
    /// A value with another text.
    pub(crate) fn new(tape: &Tape<'_>, value: JsonId, text: String) -> Piece {
        Piece { span: tape.span(value), text: Some(text) }
    }

    /// An element, or a member from its key to the end of its value, that goes.
    pub(crate) fn removed(span: Span) -> Piece {
        Piece { span, text: None }
    }

    /// The member of that key, gone.
    pub(crate) fn removed_member(tape: &Tape<'_>, key: JsonId) -> Piece {
        Piece::removed(Span { start: tape.span(key).start, end: tape.span(key.value_of_key()).end })
    }
}

/// The text with its pieces replaced; of pieces inside each other the outer one counts.
pub(crate) fn replace(tape: &Tape<'_>, mut pieces: Vec<Piece>) -> String {
    sort_by_key(&mut pieces, |piece| (piece.span.start, std::cmp::Reverse(piece.span.end)));
    let source = tape.text();
    let mut out = String::with_capacity(source.len());
    let mut from = 0;
    for Piece { span, text } in &pieces {
        let (start, end) = (span.start as usize, span.end as usize);
        if start < from {
            continue;
        }
        out.push_str(&source[from..start]);
        from = match text {
            Some(text) => {
                out.push_str(text);
                end
            }
            None => after_comma(source, end).unwrap_or_else(|| {
                drop_last_comma(&mut out);
                end
            }),
        };
    }
    out.push_str(&source[from..]);
    out
}

/// The place after the comma that follows, and after the space behind it.
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
}
