//! Following RFC 6901 pointers on a tape.

use crate::json::{JsonId, Kind, Tape};
use crate::order::Map;

/// Containers that pointers went through, indexed once: many references into one large `$defs` stay
/// linear.
#[derive(Default)]
pub(super) struct Pointers {
    containers: Map<JsonId, Map<String, JsonId>>,
}

impl Pointers {
    /// The value that a pointer names, from `start`. Of doubled members the last counts.
    pub(super) fn follow(&mut self, tape: &Tape<'_>, start: JsonId, pointer: &str) -> Option<JsonId> {
        pointer.split('/').skip(1).try_fold(start, |at, token| {
            let token = token.replace("~1", "/").replace("~0", "~");
            let index = self.containers.or_insert_with(at, || index(tape, at));
            index.get(&token).copied()
        })
    }
}

/// The children of a container by the token that names them (array indexes without leading zeros,
/// RFC 6901 §4); nothing for scalars.
fn index(tape: &Tape<'_>, at: JsonId) -> Map<String, JsonId> {
    match tape.kind(at) {
        Kind::Object => tape.members(at).map(|key| (tape.key(key).into_owned(), key.value_of_key())).collect(),
        Kind::Array => tape.elements(at).enumerate().map(|(index, item)| (index.to_string(), item)).collect(),
        _ => Map::new(),
    }
}
