//! Fields of proto messages in JSON: in camel case, or under their proto names in snake case.

use crate::{
    json::{JsonId, Kind, Tape},
    order::Gather,
};

/// The key of the last member of that name that is set; `name` is in camel case.
pub(super) fn key(tape: &Tape<'_>, object: JsonId, name: &str) -> Option<JsonId> {
    let named = |key: &JsonId| is_named(&tape.key(*key), name) && tape.kind(key.value_of_key()) != Kind::Null;
    tape.members(object).filter(named).last()
}

/// The value of the last member of that name that is set.
pub(super) fn get(tape: &Tape<'_>, object: JsonId, name: &str) -> Option<JsonId> {
    key(tape, object, name).map(JsonId::value_of_key)
}

/// The string of a member, unless it is empty.
pub(super) fn text(tape: &Tape<'_>, object: JsonId, name: &str) -> Option<String> {
    let text = get(tape, object, name).and_then(|value| tape.string(value))?;
    (!text.is_empty()).then(|| text.into_owned())
}

/// The value at a path of member names.
pub(super) fn at(tape: &Tape<'_>, object: JsonId, path: &[&str]) -> Option<JsonId> {
    path.iter().try_fold(object, |object, name| get(tape, object, name))
}

/// The values of a repeated field: its elements, or a lone object in place of a list.
pub(super) fn each(tape: &Tape<'_>, list: Option<JsonId>) -> Vec<JsonId> {
    match list {
        Some(lone) if tape.kind(lone) == Kind::Object => vec![lone],
        Some(list) => tape.elements(list).gather(),
        None => Vec::new(),
    }
}

/// Whether a member's name is this field's, in either spelling.
pub(super) fn is_named(key: &str, name: &str) -> bool {
    key == name || is_snake_case_of(key, name)
}

fn is_snake_case_of(key: &str, name: &str) -> bool {
    let mut rest = key.bytes();
    let same = name.bytes().all(|byte| {
        let goes_on = !byte.is_ascii_uppercase() || rest.next() == Some(b'_');
        goes_on && rest.next() == Some(byte.to_ascii_lowercase())
    });
    same && rest.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_name_a_field_and_no_other_does() {
        for key in ["functionCallingConfig", "function_calling_config"] {
            assert!(is_named(key, "functionCallingConfig"), "{key}");
        }
        for key in ["function_callingConfig", "functioncallingconfig", "function_calling_config_", "function"] {
            assert!(!is_named(key, "functionCallingConfig"), "{key}");
        }
    }
}
