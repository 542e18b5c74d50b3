//! Scalars with a code: strings for listed values, whole numbers.

use crate::order::Map;
use serde_json::value::RawValue;

use super::walk::{Direction, Walk};
use crate::json::{Decimal, JsonId, Kind, equal, escape_into, read};

/// A string for a listed value. One of the values themselves stands for itself, too.
pub(super) fn listed(walk: &mut Walk<'_>, originals: &Map<String, Box<RawValue>>, id: JsonId) {
    if walk.direction == Direction::Restore {
        let wire = walk.tape.string(id);
        if let Some(original) = wire.and_then(|wire| originals.get(wire.as_ref())) {
            return walk.out.push_str(original.get());
        }
    }
    match (spelling(originals, walk.tape.slice(id)), walk.direction) {
        (Some(wire), Direction::Encode) => escape_into(&mut walk.out, wire),
        (Some(_), Direction::Restore) => walk.copy(id),
        (None, _) => walk.pass(id, &"this is none of the listed values"),
    }
}

/// The string that stands for a value.
pub(super) fn spelling<'o>(originals: &'o Map<String, Box<RawValue>>, value: &str) -> Option<&'o str> {
    let mut texts = format!("[{value}");
    for original in originals.values() {
        texts.push(',');
        texts.push_str(original.get());
    }
    texts.push(']');
    let tape = read(&texts).ok()?;
    let mut elements = tape.elements(JsonId::ROOT);
    let value = elements.next()?;
    let at = elements.position(|original| equal(&tape, value, original))?;
    originals.keys().nth(at).map(String::as_str)
}

/// A whole number in plain digits, whatever way it was written; numbers with hundreds of digits, and what
/// is no whole number, stay.
pub(super) fn integer(walk: &mut Walk<'_>, id: JsonId) {
    let lexeme = walk.tape.slice(id);
    let is_plain = !lexeme.contains(['.', 'e', 'E']);
    if walk.direction == Direction::Encode || walk.tape.kind(id) != Kind::Number || is_plain {
        return walk.copy(id);
    }
    match Decimal::parse(lexeme).and_then(|number| number.integer_text()) {
        Some(digits) => walk.out.push_str(&digits),
        None => walk.copy(id),
    }
}
