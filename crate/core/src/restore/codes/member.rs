//! A value wrapped in an object with one member.

use crate::{
    json::{JsonId, Kind, Quoted, Step, escape_into},
    restore::{
        Code,
        walk::{Direction, Walk},
    },
};

pub(in crate::restore) fn walk<'c>(walk: &mut Walk<'_, 'c, '_>, name: &str, value: Option<&'c Code>, id: JsonId) {
    // Arguments are never null: as the list of a map's entries, that is one without any.
    let is_map = id == JsonId::ROOT && matches!(value, Some(Code::Entries { .. }));
    if walk.direction == Direction::Encode {
        if is_map && walk.tape.kind(id) == Kind::Null {
            walk.misfit(&"an object is expected here");
        }
        walk.out.push('{');
        escape_into(&mut walk.out, name);
        walk.out.push(':');
        walk.value(value, id);
        return walk.out.push('}');
    }
    let tape = walk.tape;
    // Null beside it stands for an absent member of another alternative.
    let counts = |key: &JsonId| tape.key_is(*key, name) || tape.kind(key.value_of_key()) != Kind::Null;
    let mut members = tape.members(id).filter(counts);
    match (members.next(), members.next()) {
        (Some(key), None) if is_map && tape.kind(key.value_of_key()) == Kind::Null && tape.key_is(key, name) => {
            walk.add("{}");
        }
        (Some(key), None) if tape.key_is(key, name) => walk.child(Step::Member(key), value, key.value_of_key()),
        _ => walk.pass(id, &format_args!("an object with the member {} alone is expected here", Quoted(name))),
    }
}
