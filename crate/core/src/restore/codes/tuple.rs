//! Tuples: an object with a member for each position of an array.

use crate::{
    json::{JsonId, Kind, Quoted, Step, escape_into},
    order::Map,
    restore::{
        Code, TupleCode,
        walk::{Direction, Walk},
    },
};

/// The members of an object by position.
struct Positions {
    keys: Map<usize, JsonId>,
    /// The position after the last one that is present.
    end: usize,
    rest: Option<JsonId>,
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
    let mut places = Positions { keys: Map::new(), end: 0, rest: None };
    for key in tape.members(id) {
        let name = tape.key(key);
        let kind = tape.kind(key.value_of_key());
        if let Some(at) = positions.get(&*name) {
            places.keys.insert(*at, key);
            places.end = places.end.max(at + 1);
        } else if tuple.rest.as_deref() != Some(name.as_ref()) {
            return Err(format!("the member {} has no position", Quoted(&name)));
        } else if kind == Kind::Array {
            places.rest = Some(key);
        } else if kind != Kind::Null {
            return Err(format!("an array is expected in {}", Quoted(&name)));
        }
    }
    Ok(places)
}

fn restore<'c>(walk: &mut Walk<'_, 'c, '_>, tuple: &'c TupleCode, places: &Positions) {
    let tape = walk.tape;
    let further: Vec<JsonId> = places.rest.iter().flat_map(|key| tape.elements(key.value_of_key())).collect();
    let count = if further.is_empty() { places.end } else { tuple.members.len() };
    walk.out.push('[');
    for (at, name) in tuple.members.iter().take(count).enumerate() {
        separate(walk, at);
        if let Some(key) = places.keys.get(&at).copied() {
            walk.child(Step::Member(key), tuple.codes.get(name), key.value_of_key());
        } else {
            walk.add("null");
            walk.misfit(&format_args!("the member {} is missing before others", Quoted(name)));
        }
    }
    for (at, element) in further.into_iter().enumerate() {
        separate(walk, count + at);
        let Some(key) = places.rest else { break };
        walk.within(Step::Member(key), |walk| walk.child(Step::element(at), tuple.rest_code(), element));
    }
    walk.out.push(']');
}

fn encode<'c>(walk: &mut Walk<'_, 'c, '_>, tuple: &'c TupleCode, id: JsonId) {
    let tape = walk.tape;
    let elements: Vec<JsonId> = tape.elements(id).collect();
    let further = elements.get(tuple.members.len()..).unwrap_or_default();
    if tape.kind(id) != Kind::Array {
        return walk.pass(id, &"an array is expected here");
    }
    if tuple.rest.is_none() && !further.is_empty() {
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
    if let (Some(rest), [_, ..]) = (&tuple.rest, further) {
        separate(walk, tuple.members.len());
        escape_into(&mut walk.out, rest);
        walk.out.push_str(":[");
        for (at, element) in further.iter().enumerate() {
            separate(walk, at);
            walk.child(Step::element(tuple.members.len() + at), tuple.rest_code(), *element);
        }
        walk.out.push(']');
    }
    walk.out.push('}');
}

fn separate(walk: &mut Walk<'_, '_, '_>, at: usize) {
    if at > 0 {
        walk.out.push(',');
    }
}

impl TupleCode {
    /// The code of the elements after the last position.
    pub(in crate::restore) fn rest_code(&self) -> Option<&Code> {
        match self.codes.get(self.rest.as_ref()?) {
            Some(Code::Array(element)) => Some(element),
            _ => None,
        }
    }
}
