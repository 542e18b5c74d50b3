//! Strings that encode listed values.

use crate::{
    json::{JsonId, Kind, ValueSet},
    lower::{Lower, Names, inline},
};

/// The strings that stand for listed values on the wire: a string is itself, and any other value is its JSON text; the
/// empty string becomes `(empty)`, and equal texts are numbered. Null is not encoded.
pub(crate) fn wire_strings(cx: &Lower<'_, '_>, values: &[JsonId]) -> Vec<(String, JsonId)> {
    let tape = cx.model.ast.tape();
    let mut out: Vec<(String, JsonId)> = Vec::new();
    let (mut known, mut names) = (ValueSet::new(tape), Names::default());
    for value in values.iter().filter(|value| tape.kind(**value) != Kind::Null) {
        if !known.insert(*value) {
            continue;
        }
        let plain = match tape.string(*value) {
            Some(text) if tape.kind(*value) == Kind::String => text.into_owned(),
            _ => inline(tape, *value, usize::MAX),
        };
        let plain = if plain.is_empty() { "(empty)".to_owned() } else { plain };
        let wire = names.take_numbered(&plain, |plain, number| format!("{plain} ({number})"));
        out.push((wire, *value));
    }
    out
}
