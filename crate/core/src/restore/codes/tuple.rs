//! Tuples: an object with a member for each position of an array.

use crate::{
    json::{JsonId, Kind, Quoted, Step, escape_into},
    order::Map,
    restore::{
        TupleCode,
        walk::{Direction, Walk},
    },
};

/// The members of an object by position.
struct Positions {
    keys: Map<usize, JsonId>,
    /// The position after the last one that is present.
    end: usize,
}

pub(super) fn walk<'c>(walk: &mut Walk<'_, 'c, '_>, tuple: &'c TupleCode, id: JsonId) {
    match walk.direction {
        Direction::Restore => match places(walk, tuple, id) {
            Ok(places) => restore(walk, tuple, &places),
            Err(problem) => walk.pass(id, &problem),
        },
        Direction::Encode => encode(walk, tuple, id),
    }
}

fn places<'c>(walk: &mut Walk<'_, 'c, '_>, tuple: &'c TupleCode, id: JsonId) -> Result<Positions, String> {
    let (tape, positions) = (walk.tape, walk.session.positions(tuple));
    if tape.kind(id) != Kind::Object {
        return Err("an object with a member for each position is expected here".to_owned());
    }
    let mut places = Positions { keys: Map::new(), end: 0 };
    for key in tape.members(id) {
        let name = tape.key(key);
        let Some(at) = positions.get(&*name) else {
            return Err(format!("the member {} has no position", Quoted(&name)));
        };
        if let Some(earlier) = places.keys.insert(*at, key) {
            walk.omit(Step::Member(earlier), &"this member is omitted: a later one has the same name");
        }
        places.end = places.end.max(at + 1);
    }
    Ok(places)
}

fn restore<'c>(walk: &mut Walk<'_, 'c, '_>, tuple: &'c TupleCode, places: &Positions) {
    walk.out.push('[');
    for (at, name) in tuple.members.iter().take(places.end).enumerate() {
        separate(walk, at);
        if let Some(key) = places.keys.get(&at).copied() {
            walk.child(Step::Member(key), tuple.codes.get(name), key.value_of_key());
        } else {
            walk.add("null");
            walk.misfit(&format_args!("the member {} is missing before others", Quoted(name)));
        }
    }
    walk.out.push(']');
}

fn encode<'c>(walk: &mut Walk<'_, 'c, '_>, tuple: &'c TupleCode, id: JsonId) {
    let tape = walk.tape;
    let elements: Vec<JsonId> = tape.elements(id).collect();
    if tape.kind(id) != Kind::Array {
        return walk.pass(id, &"an array is expected here");
    }
    if elements.len() > tuple.members.len() {
        return walk.pass(id, &format_args!("an array of at most {} elements is expected here", tuple.members.len()));
    }
    walk.out.push('{');
    for (at, (name, element)) in tuple.members.iter().zip(&elements).enumerate() {
        separate(walk, at);
        walk.count(name.len());
        escape_into(&mut walk.out, name);
        walk.out.push(':');
        walk.child(Step::element(at), tuple.codes.get(name), *element);
    }
    walk.out.push('}');
}

fn separate(walk: &mut Walk<'_, '_, '_>, at: usize) {
    if at > 0 {
        walk.out.push(',');
    }
}
