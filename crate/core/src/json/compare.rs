//! Equality of JSON values as JSON Schema defines it (2020-12 core §4.2.2): numbers by value, objects
//! without regard to order.

use super::{Decimal, JsonId, Kind, Tape};
use crate::order::sort_by;

/// Whether two values of one document are equal. Iterative: any nesting.
#[must_use]
pub fn equal(tape: &Tape<'_>, left: JsonId, right: JsonId) -> bool {
    let mut pairs = vec![(left, right)];
    while let Some((a, b)) = pairs.pop() {
        if a == b || (tape.kind(a) == tape.kind(b) && tape.slice(a) == tape.slice(b)) {
            continue;
        }
        let same = match (tape.kind(a), tape.kind(b)) {
            (Kind::Number, Kind::Number) => Decimal::parse(tape.slice(a)) == Decimal::parse(tape.slice(b)),
            (Kind::String, Kind::String) => tape.string(a) == tape.string(b),
            (Kind::Array, Kind::Array) => push_elements(tape, a, b, &mut pairs),
            (Kind::Object, Kind::Object) => push_members(tape, a, b, &mut pairs),
            _ => false,
        };
        if !same {
            return false;
        }
    }
    true
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

/// Members by name; of doubled names the last, as JSON readers keep it.
fn sorted_members<'a>(tape: &'a Tape<'_>, object: JsonId) -> Vec<(std::borrow::Cow<'a, str>, JsonId)> {
    let mut members: Vec<_> = tape.members(object).map(|key| (tape.key(key), key.value_of_key())).collect();
    sort_by(&mut members, |x, y| x.0.cmp(&y.0).then(y.1.cmp(&x.1)));
    members.dedup_by(|later, first| later.0 == first.0);
    members
}
