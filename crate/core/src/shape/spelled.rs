//! Strings that spell values of other types.

use crate::{
    json::{Decimal, JsonId, Kind, Tape},
    schema::Kinds,
};

/// The text of a number or a boolean, without quotes around it and leading zeros: `"050"` is 50.
pub(crate) fn spelled<'t>(tape: &'t Tape<'_>, value: JsonId) -> &'t str {
    let text = tape.slice(value).trim_matches('"');
    let digits = text.trim_start_matches('0');
    let needs_zero = !digits.starts_with(|first: char| first.is_ascii_digit());
    &text[(text.len() - digits.len()).saturating_sub(usize::from(needs_zero))..]
}

/// Whether a string spells a value of one of these types: `"101"` an integer, `"true"` a boolean.
pub(crate) fn spells(tape: &Tape<'_>, value: JsonId, kinds: Kinds) -> bool {
    let number = || Decimal::parse(spelled(tape, value));
    tape.kind(value) == Kind::String
        && (number()
            .is_some_and(|number| kinds.has(Kinds::NUMBER) || (kinds.has(Kinds::INTEGER) && number.is_integer()))
            || (kinds.has(Kinds::BOOLEAN) && matches!(tape.slice(value), "\"true\"" | "\"false\"")))
}
