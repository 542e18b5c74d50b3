//! Objects with coded members.

use crate::order::{Map, Set};
use std::borrow::Cow;

use super::{
    Code, ObjectCode, RestCode,
    entries::{self, ListEntry},
    walk::{Direction, Place, Walk},
};
use serde_json::value::RawValue;

use crate::json::{JsonId, Kind, Tape, escape_into};

static INTEGER: Code = Code::Integer;

pub(super) fn walk<'a>(walk: &mut Walk<'a>, code: &'a ObjectCode, id: JsonId) {
    if walk.tape.kind(id) != Kind::Object {
        return walk.pass(id, &"an object is expected here");
    }
    match walk.direction {
        Direction::Restore => restore(walk, code, id),
        Direction::Encode => encode(walk, code, id),
    }
}

/// Members in their order, then what the rest holds, then the constants that were left out. A name that is
/// both a member's and a further one's is the member's.
fn restore<'a>(walk: &mut Walk<'a>, code: &'a ObjectCode, id: JsonId) {
    let tape = walk.tape;
    let mut object = Frame::open(walk, id);
    let mut names: Set<Cow<'a, str>> = Set::new();
    let mut further: Vec<(JsonId, &'a RestCode, Vec<ListEntry<'a>>)> = Vec::new();
    for key in tape.members(id) {
        let (wire, value) = (tape.key(key), key.value_of_key());
        let is_null = tape.kind(value) == Kind::Null;
        if let Some(rest) = code.rest.as_ref().filter(|rest| rest.member == wire) {
            let entries = if is_null {
                Some(Vec::new())
            } else {
                walk.within(Place::Member(key), |walk| entries::read(walk, value))
            };
            if let Some(entries) = entries {
                further.push((key, rest, entries));
                object.skip(walk, key);
                continue;
            }
        } else if is_null && code.optional.iter().any(|name| *name == wire) {
            object.skip(walk, key);
            continue;
        }
        let name = code.names.get(wire.as_ref()).map(String::as_str);
        object.member(walk, key, name, code.member(&wire));
        if !names.insert(name.map_or(wire, Cow::Borrowed)) {
            walk.misfit_in(Place::Member(key), &"an earlier member has the same name");
        }
    }
    for (key, rest, entries) in further {
        walk.within(Place::Member(key), |walk| object.further(walk, code, rest, entries, &mut names));
    }
    for (name, value) in &code.constants {
        if !names.contains(name.as_str()) {
            object.add(walk, name);
            walk.out.push_str(value.get());
        }
    }
    object.close(walk, id);
}

/// Declared members in their order, then the others as entries.
fn encode<'a>(walk: &mut Walk<'a>, code: &'a ObjectCode, id: JsonId) {
    let tape = walk.tape;
    let wire_names: Map<&str, &'a str> = code.names.iter().map(|(wire, name)| (&**name, &**wire)).collect();
    let declared = code.rest.as_ref().map(|_| code.declared());
    let mut object = Frame::open(walk, id);
    let mut names: Set<Cow<'a, str>> = Set::new();
    let mut further = Vec::new();
    for key in tape.members(id) {
        let name = tape.key(key);
        if declared.as_ref().is_some_and(|declared| !declared.contains(name.as_ref())) {
            further.push(key);
            object.skip(walk, key);
            continue;
        }
        let renamed = wire_names.get(name.as_ref()).copied();
        let wire = renamed.unwrap_or(&name);
        if renamed.is_none() && code.names.contains_key(wire) {
            walk.misfit_in(Place::Member(key), &"another member is declared under this name");
        }
        if tape.kind(key.value_of_key()) == Kind::Null && code.optional.iter().any(|name| name == wire) {
            walk.misfit_in(Place::Member(key), &"null here stands for an absent member");
        }
        object.member(walk, key, renamed, code.member(wire));
        names.insert(name);
    }
    for wire in &code.filled {
        let name = code.names.get(wire).unwrap_or(wire);
        if !names.contains(name.as_str()) {
            object.add(walk, wire);
            walk.out.push_str("null");
            if !code.optional.contains(wire) {
                walk.misfit(&format_args!("the absent member {name:?} comes back as null"));
            }
        }
    }
    for name in code.constants.keys().filter(|name| !names.contains(name.as_str())) {
        walk.misfit(&format_args!("the member {name:?} is missing"));
    }
    if let (Some(rest), [_, ..]) = (&code.rest, further.as_slice()) {
        object.add(walk, &rest.member);
        entries::write_entries(walk, rest.value.as_deref(), &mut further.into_iter());
    }
    object.close(walk, id);
}

impl ObjectCode {
    /// Whether an original has another value than the only one of a member, or one that is written otherwise.
    pub(super) fn contradicts(&self, tape: &Tape<'_>, original: JsonId) -> bool {
        let differs = |member: JsonId, constant: &RawValue| tape.slice(member) != constant.get();
        let member = |name| tape.get(original, name);
        self.constants.iter().any(|(name, value)| member(name).is_some_and(|member| differs(member, value)))
    }

    /// The code of a member by its wire name.
    fn member(&self, wire: &str) -> Option<&Code> {
        let integer = || self.integers.iter().any(|name| name == wire).then_some(&INTEGER);
        let known = |names: &Vec<String>| names.iter().any(|name| name == wire);
        let named = known(&self.optional) || known(&self.filled) || known(&self.plain) || self.names.contains_key(wire);
        self.properties.get(wire).or_else(integer).or_else(|| self.others.as_deref().filter(|_| !named))
    }

    /// The original names of all members that the code names.
    fn declared(&self) -> Set<&str> {
        let lists = self.optional.iter().chain(&self.filled).chain(&self.integers).chain(&self.plain);
        let wire_names = self.properties.keys().chain(self.names.keys()).chain(lists);
        let names = wire_names.map(|wire| self.names.get(wire).unwrap_or(wire));
        names.chain(self.constants.keys()).map(String::as_str).collect()
    }
}

/// An object that is written as it was read, with members renamed, left out and added.
struct Frame {
    /// The end of what was read.
    read: u32,
    is_empty: bool,
}

impl Frame {
    fn open(walk: &mut Walk<'_>, id: JsonId) -> Frame {
        walk.out.push('{');
        Frame { read: walk.tape.span(id).start + 1, is_empty: true }
    }

    fn member<'a>(&mut self, walk: &mut Walk<'a>, key: JsonId, name: Option<&str>, code: Option<&'a Code>) {
        let tape = walk.tape;
        let (key_span, value_span) = (tape.span(key), tape.span(key.value_of_key()));
        let gap = &tape.text()[self.read as usize..key_span.start as usize];
        // The first member that stays may have had a comma before it.
        walk.out.push_str(if self.is_empty { gap.split_once(',').map_or(gap, |(_, after)| after) } else { gap });
        match name {
            Some(name) => escape_into(&mut walk.out, name),
            None => walk.copy(key),
        }
        walk.copy_between(key_span.end, value_span.start);
        walk.child(Place::Member(key), code, key.value_of_key());
        (self.read, self.is_empty) = (value_span.end, false);
    }

    fn skip(&mut self, walk: &Walk<'_>, key: JsonId) {
        self.read = walk.tape.span(key.value_of_key()).end;
    }

    /// Begins a member that was not read.
    fn begin(&mut self, walk: &mut Walk<'_>) {
        if !std::mem::take(&mut self.is_empty) {
            walk.out.push(',');
        }
    }

    fn add(&mut self, walk: &mut Walk<'_>, name: &str) {
        self.begin(walk);
        escape_into(&mut walk.out, name);
        walk.out.push(':');
    }

    /// Adds entries as members, save those whose name is taken.
    fn further<'a>(
        &mut self,
        walk: &mut Walk<'a>,
        code: &'a ObjectCode,
        rest: &'a RestCode,
        entries: Vec<ListEntry<'a>>,
        names: &mut Set<Cow<'a, str>>,
    ) {
        let declared = code.declared();
        for entry in entries {
            if names.contains(&entry.name) {
                walk.misfit_in(entry.step(), &format_args!("there is a member {:?}, which holds", entry.name));
                continue;
            }
            if declared.contains(&*entry.name) {
                walk.misfit_in(
                    entry.step(),
                    &format_args!("{:?} is declared as a member of its own, whose values may be others", entry.name),
                );
            }
            self.begin(walk);
            entries::write_member(walk, rest.value.as_deref(), &entry);
            names.insert(entry.name);
        }
    }

    fn close(self, walk: &mut Walk<'_>, id: JsonId) {
        walk.copy_between(self.read, walk.tape.span(id).end);
    }
}
