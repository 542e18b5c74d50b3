//! Following RFC 6901 pointers on a tape.

use crate::json::{JsonId, Tape};
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
        let mut at = start;
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            at = *self.containers.or_insert_with(at, || index(tape, at)).get(&token)?;
        }
        Some(at)
    }
}

/// The children of a container by the token that names them (array indexes without leading zeros,
/// RFC 6901 §4); nothing for scalars.
fn index(tape: &Tape<'_>, at: JsonId) -> Map<String, JsonId> {
    let mut children = Map::new();
    for key in tape.members(at) {
        children.insert(tape.key(key).into_owned(), key.value_of_key());
    }
    for (index, item) in tape.elements(at).enumerate() {
        children.insert(index.to_string(), item);
    }
    children
}
