//! Values that the model sends as JSON text.

use crate::{
    json::{JsonId, Kind, Step, compact, escape_into, read, write_compact},
    restore::walk::{Direction, Walk},
};

/// The member with the JSON text of an object or array, where scalars are sent unchanged.
const JSON: &str = "json";

/// JSON text for any value. A wire value that is no string counts as the value itself.
pub(super) fn json(walk: &mut Walk<'_, '_, '_>, id: JsonId) {
    match (walk.direction, walk.tape.string(id)) {
        (Direction::Encode, _) => spell(walk, id),
        (Direction::Restore, None) => walk.copy(id),
        (Direction::Restore, Some(text)) => {
            if let Err(problem) = parse(walk, &text) {
                walk.pass(id, &problem);
            }
        }
    }
}

/// Scalars unchanged, `{"json": text}` for objects and arrays; one that has no such member counts as the value itself.
/// Strings are never read as JSON.
pub(super) fn any(walk: &mut Walk<'_, '_, '_>, id: JsonId) {
    let tape = walk.tape;
    if walk.direction == Direction::Encode {
        if !matches!(tape.kind(id), Kind::Object | Kind::Array) {
            return walk.copy(id);
        }
        walk.out.push_str("{\"json\":");
        spell(walk, id);
        return walk.out.push('}');
    }
    let Some(key) = tape.members(id).find(|key| tape.key_is(*key, JSON)) else { return walk.copy(id) };
    let alone = tape.members(id).count() == 1;
    let Some(text) = tape.string(key.value_of_key()).filter(|_| alone) else {
        return walk.pass(id, &"the member \"json\" alone, with the JSON text of a value, is expected here");
    };
    if let Err(problem) = parse(walk, &text) {
        walk.copy(id);
        walk.misfit_in(Step::Member(key), &problem);
    }
}

fn spell(walk: &mut Walk<'_, '_, '_>, id: JsonId) {
    escape_into(&mut walk.out, &compact(walk.tape, id));
}

fn parse(walk: &mut Walk<'_, '_, '_>, text: &str) -> Result<(), String> {
    let tape = read(text).map_err(|error| format!("the string is no JSON: {}", error.kind))?;
    write_compact(&tape, JsonId::ROOT, &mut walk.out);
    Ok(())
}
