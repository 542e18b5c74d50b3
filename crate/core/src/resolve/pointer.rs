//! Following RFC 6901 pointers on a tape.

use crate::json::{JsonId, Tape};
use crate::order::Map;
use crate::schema::unescaped;

/// Most children of a container that is searched without an index.
const FEW: usize = 8;

/// Indexes of the large containers that pointers pass through, so that many references into one large `$defs` stay
/// linear.
#[derive(Default)]
pub(crate) struct Pointers {
    containers: Map<JsonId, Map<String, JsonId>>,
}

impl Pointers {
    /// The value that a pointer leads to from `start`; `None` if it is invalid or unresolved. Of duplicate members,
    /// the last counts.
    pub(crate) fn follow(&mut self, tape: &Tape<'_>, start: JsonId, pointer: &str) -> Option<JsonId> {
        let mut at = start;
        if !pointer.is_empty() && !pointer.starts_with('/') {
            return None;
        }
        for token in pointer.split('/').skip(1) {
            at = self.child(tape, at, &unescaped(token))?;
        }
        Some(at)
    }

    /// The part of a pointer that leads from the root to a value.
    pub(crate) fn reached<'p>(&mut self, tape: &Tape<'_>, pointer: &'p str) -> &'p str {
        let (mut at, mut length) = (JsonId::ROOT, 0);
        for token in pointer.split('/').skip(1) {
            let Some(child) = self.child(tape, at, &unescaped(token)) else { break };
            at = child;
            length += 1 + token.len();
        }
        &pointer[..length]
    }

    /// The value of a member, or of an element by its index.
    pub(crate) fn child(&mut self, tape: &Tape<'_>, container: JsonId, token: &str) -> Option<JsonId> {
        if tape.members(container).chain(tape.elements(container)).nth(FEW).is_none() {
            return tape.get(container, token).or_else(|| element(tape, container, token));
        }
        self.containers.or_insert_with(container, || index(tape, container)).get(token).copied()
    }
}

/// The element of a list that a token names: by its index, without leading zeros (RFC 6901 §4).
fn element(tape: &Tape<'_>, list: JsonId, token: &str) -> Option<JsonId> {
    let index = token.parse::<usize>().ok().filter(|index| index.to_string() == token)?;
    tape.elements(list).nth(index)
}

/// The children of a container by the token that names them; nothing for scalars.
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
