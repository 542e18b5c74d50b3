//! Equality of JSON values as JSON Schema defines it (2020-12 core §4.2.2): numbers by value, objects
//! without regard to order.

use super::{Decimal, JsonId, Kind, Tape, escape_into};
use crate::order::{Set, sort_by};

/// A set of values of one document, compared as JSON Schema compares them.
pub(crate) struct ValueSet<'t, 'd> {
    tape: &'t Tape<'d>,
    /// Their canonical texts.
    texts: Set<String>,
}

impl<'t, 'd> ValueSet<'t, 'd> {
    /// An empty set.
    pub(crate) fn new(tape: &'t Tape<'d>) -> ValueSet<'t, 'd> {
        ValueSet { tape, texts: Set::new() }
    }

    /// The set of some values.
    pub(crate) fn of(tape: &'t Tape<'d>, values: &[JsonId]) -> ValueSet<'t, 'd> {
        let mut set = ValueSet::new(tape);
        set.texts.extend(values.iter().map(|value| canonical(tape, *value)));
        set
    }

    /// Adds a value. Returns whether the set had no equal one.
    pub(crate) fn insert(&mut self, value: JsonId) -> bool {
        self.texts.insert(canonical(self.tape, value))
    }

    /// Whether the set has an equal value.
    pub(crate) fn contains(&self, value: JsonId) -> bool {
        self.texts.contains(canonical(self.tape, value).as_str())
    }
}

/// Whether two values of one document are equal. Iterative: any nesting.
#[must_use]
pub fn equal(tape: &Tape<'_>, left: JsonId, right: JsonId) -> bool {
    // Texts are compared at the root only: comparing them at each level would take quadratic time.
    if tape.slice(left) == tape.slice(right) {
        return true;
    }
    let mut pairs = vec![(left, right)];
    while let Some((a, b)) = pairs.pop() {
        let same = match (tape.kind(a), tape.kind(b)) {
            (Kind::Number, Kind::Number) => {
                tape.slice(a) == tape.slice(b) || Decimal::parse(tape.slice(a)) == Decimal::parse(tape.slice(b))
            }
            (Kind::String, Kind::String) => tape.string(a) == tape.string(b),
            (Kind::Array, Kind::Array) => push_elements(tape, a, b, &mut pairs),
            (Kind::Object, Kind::Object) => push_members(tape, a, b, &mut pairs),
            (a, b) => a == b,
        };
        if !same {
            return false;
        }
    }
    true
}

/// The canonical text of a value: the same for equal values, another for others. Iterative: any nesting.
#[must_use]
pub(crate) fn canonical(tape: &Tape<'_>, value: JsonId) -> String {
    let mut out = String::with_capacity(tape.slice(value).len());
    let mut parts = vec![Part::Value(value)];
    while let Some(part) = parts.pop() {
        let id = match part {
            Part::Value(id) => id,
            Part::Mark(mark) => {
                out.push(mark);
                continue;
            }
            Part::Name(name) => {
                escape_into(&mut out, &name);
                continue;
            }
        };
        match tape.kind(id) {
            Kind::String => escape_into(&mut out, &tape.key(id)),
            Kind::Number => match Decimal::parse(tape.slice(id)) {
                Some(number) => number.write_canonical(&mut out),
                None => out.push_str(tape.slice(id)),
            },
            Kind::Array => {
                out.push('[');
                parts.push(Part::Mark(']'));
                let from = parts.len();
                parts.extend(tape.elements(id).flat_map(|element| [Part::Mark(','), Part::Value(element)]));
                parts[from..].reverse();
            }
            Kind::Object => {
                out.push('{');
                parts.push(Part::Mark('}'));
                for (name, value) in sorted_members(tape, id).into_iter().rev() {
                    parts.extend([Part::Value(value), Part::Name(name)]);
                }
            }
            Kind::Null | Kind::True | Kind::False => out.push_str(tape.slice(id)),
        }
    }
    out
}

/// A part of a canonical text that is still to be written.
enum Part<'t> {
    Mark(char),
    Name(std::borrow::Cow<'t, str>),
    Value(JsonId),
}

fn push_elements(tape: &Tape<'_>, a: JsonId, b: JsonId, pairs: &mut Vec<(JsonId, JsonId)>) -> bool {
    let (mut left, mut right) = (tape.elements(a), tape.elements(b));
    loop {
        match (left.next(), right.next()) {
            (Some(x), Some(y)) => pairs.push((x, y)),
            (None, None) => return true,
            _ => return false,
        }
    }
}

fn push_members(tape: &Tape<'_>, a: JsonId, b: JsonId, pairs: &mut Vec<(JsonId, JsonId)>) -> bool {
    let (left, right) = (sorted_members(tape, a), sorted_members(tape, b));
    left.len() == right.len()
        && left.into_iter().zip(right).all(|((name, x), (other, y))| {
            pairs.push((x, y));
            name == other
        })
}

/// Members sorted by name; of duplicate names the last, which JSON readers keep.
fn sorted_members<'a>(tape: &'a Tape<'_>, object: JsonId) -> Vec<(std::borrow::Cow<'a, str>, JsonId)> {
    let mut members: Vec<_> = tape.members(object).map(|key| (tape.key(key), key.value_of_key())).collect();
    sort_by(&mut members, |x, y| x.0.cmp(&y.0).then(y.1.cmp(&x.1)));
    members.dedup_by(|later, first| later.0 == first.0);
    members
}

/// Whether two texts are the same. In WebAssembly `==` compares byte by byte; this compares eight at a time.
#[must_use]
pub fn same_text(one: impl AsRef<[u8]>, other: impl AsRef<[u8]>) -> bool {
    let (one, other) = (one.as_ref(), other.as_ref());
    let ((ones, rest), (others, other_rest)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    one.len() == other.len() && ones.iter().zip(others).all(|(one, other)| one == other) && rest == other_rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::read;

    #[test]
    fn a_set_finds_what_is_equal() {
        let values = r#"0, -0.0, 1, 1.0, 10e-1, 12, 1.2e1, 1e2, 0.01, -1, "1", "a\u0062", "ab", "a\"",
            ["a\""], ["a", "\""], null, true, [], [1, 2], [1.0, 2e0], [2, 1], {}, {"a": 1, "b": []}, {"b": [], "a": 1.0}, {"a": 2, "b": [], "a": 1}, {"a": {"b": 1}}, {"a": 1}"#;
        let text = format!("[{values}]");
        let tape = read(&text).expect("it is JSON");
        let values: Vec<JsonId> = tape.elements(JsonId::ROOT).collect();
        for value in &values {
            let set = ValueSet::of(&tape, &[*value]);
            for other in &values {
                assert_eq!(
                    set.contains(*other),
                    equal(&tape, *value, *other),
                    "{} {}",
                    tape.slice(*value),
                    tape.slice(*other)
                );
            }
        }
    }

    #[test]
    fn equal_values_and_no_others_have_one_canonical_text() {
        let text = r#"[1, 1.0, 10e-1, -0, 0, 0.1, 1e400, 10e399, "1", "\u0031", "", "a\"", null, true, false, [], [1], [[1]], [1, 1],
            [1.0, 1], ["1"], {}, {"a": 1}, {"a": 2, "a": 1.0}, {"a": 1, "b": []}, {"b": [], "\u0061": 1}, {"a": {"b": []}},
            {"": 1}, [{}], [[], []], [[[]]], {"a": [1, 2]}, {"a": [12]}, -1, "e1", "-e1"]"#;
        let tape = read(text).expect("it is JSON");
        let values: Vec<JsonId> = tape.elements(JsonId::ROOT).collect();
        for left in &values {
            for right in &values {
                let same = canonical(&tape, *left) == canonical(&tape, *right);
                assert_eq!(same, equal(&tape, *left, *right), "{} and {}", tape.slice(*left), tape.slice(*right));
            }
        }
    }

    /// Comparing the texts at each level would compare 200 kB 200,000 times.
    #[test]
    fn what_differs_at_the_bottom_is_compared_once() {
        let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(200_000), "]".repeat(200_000));
        for (other, same) in [("1.0", true), ("2", false)] {
            let text = format!("[{},{}]", deep("1"), deep(other));
            let tape = read(&text).expect("it is JSON");
            let sides: Vec<JsonId> = tape.elements(JsonId::ROOT).collect();
            assert_eq!(equal(&tape, sides[0], sides[1]), same);
            assert_eq!(canonical(&tape, sides[0]) == canonical(&tape, sides[1]), same);
        }
    }
}
