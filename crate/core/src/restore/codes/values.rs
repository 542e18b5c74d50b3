//! Scalars with a code: strings for listed values, whole numbers.

use serde_json::value::RawValue;

use crate::{
    json::{Decimal, JsonId, Kind, canonical, escape_into},
    order::Map,
    restore::{
        spellings::Spellings,
        steps::TEXT,
        walk::{Direction, Walk},
    },
};

/// A string for a listed value. A wire value that is itself one of the listed values, in any spelling, becomes that one.
pub(super) fn listed<'c>(walk: &mut Walk<'_, 'c, '_>, originals: &'c Map<String, Box<RawValue>>, id: JsonId) {
    if walk.direction == Direction::Restore {
        let wire = walk.tape.string(id);
        if let Some(original) = wire.and_then(|wire| originals.get(wire.as_ref())) {
            return walk.add(original.get());
        }
    }
    walk.session.work.step(1 + walk.tape.slice(id).len() / TEXT);
    let Spellings(spellings) = &*walk.session.spellings(originals);
    match (spellings.get(canonical(walk.tape, id).as_str()), walk.direction) {
        (Some(wire), Direction::Encode) => escape_into(&mut walk.out, wire),
        (Some(wire), Direction::Restore) => walk.add(originals.get(*wire).map_or("null", |original| original.get())),
        (None, _) => walk.pass(id, &"this is none of the listed values"),
    }
}

/// A whole number in plain digits, however it was written; numbers with hundreds of digits, and values that are no
/// whole number, are left unchanged.
pub(super) fn integer(walk: &mut Walk<'_, '_, '_>, id: JsonId) {
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
