//! Bytes that a printed member adds to the output.

use crate::{
    json::Tape,
    lower::{Out, OutKey},
    schema::Keyword,
};

/// The bytes of a keyword with its value, without those of the children, which have been counted.
pub(in crate::lower) fn member_bytes(tape: &Tape<'_>, keyword: Keyword, value: &Out) -> usize {
    keyword.name().len() + 4 + own_bytes(tape, keyword, value)
}

/// The bytes of the value alone.
fn own_bytes(tape: &Tape<'_>, keyword: Keyword, value: &Out) -> usize {
    let names = |key: &OutKey| match key {
        OutKey::Source(key) => tape.slice(*key).len(),
        OutKey::Name(name) => name.len(),
        OutKey::Text(text) => text.len(),
    };
    let children = matches!(
        keyword,
        Keyword::Items | Keyword::PrefixItems | Keyword::AnyOf | Keyword::OneOf | Keyword::AdditionalProperties
    );
    match value {
        Out::Object(members) if keyword == Keyword::Properties => members.iter().map(|(key, _)| names(key) + 2).sum(),
        Out::Source(id) if keyword == Keyword::Properties => {
            tape.members(*id).map(|key| tape.slice(key).len() + 2).sum()
        }
        Out::Source(id) if !children => tape.slice(*id).len(),
        Out::Text(text) if !children => text.len(),
        Out::Array(items) if !children => items.iter().map(|item| own_bytes(tape, keyword, item) + 1).sum(),
        _ => 2,
    }
}
