//! Objects with encoded members.

use std::borrow::Cow;

use super::entries::{self, ListEntry};
use crate::{
    json::{JsonId, Kind, Quoted, Step, escape_into},
    order::Set,
    restore::{
        Code, ObjectCode, RestCode,
        objects::ObjectTable,
        walk::{Direction, Walk},
    },
};

pub(super) fn walk<'c>(walk: &mut Walk<'_, 'c, '_>, code: &'c ObjectCode, id: JsonId) {
    if walk.tape.kind(id) != Kind::Object {
        return walk.pass(id, &"an object is expected here");
    }
    match walk.direction {
        Direction::Restore => restore(walk, code, id),
        Direction::Encode => encode(walk, code, id),
    }
}

/// Writes the members in their order, then the entries of the rest, then the constants that are missing. If a member
/// and an entry have the same name, the member is kept.
fn restore<'c>(walk: &mut Walk<'_, 'c, '_>, code: &'c ObjectCode, id: JsonId) {
    let (tape, table) = (walk.tape, walk.session.object(code));
    let mut object = Frame::open(walk, id);
    let mut names: Set<Cow<'_, str>> = Set::new();
    let mut further: Vec<(JsonId, &RestCode, Vec<ListEntry<'_>>)> = Vec::new();
    for key in tape.members(id) {
        let (wire, value) = (tape.key(key), key.value_of_key());
        let is_null = tape.kind(value) == Kind::Null;
        if let Some(rest) = code.rest.as_ref().filter(|rest| rest.member == wire) {
            let entries = if is_null {
                Some(Vec::new())
            } else {
                walk.within(Step::Member(key), |walk| entries::read(walk, value))
            };
            if let Some(entries) = entries {
                further.push((key, rest, entries));
                object.skip(walk, key);
                continue;
            }
        } else if is_null && table.is_optional(&wire) {
            object.skip(walk, key);
            continue;
        }
        let name = code.names.get(wire.as_ref()).map(String::as_str);
        object.member(walk, key, name, table.code(&wire));
        if !names.insert(name.map_or(wire, Cow::Borrowed)) {
            walk.misfit_in(Step::Member(key), &"an earlier member has the same name");
        }
    }
    for (key, rest, entries) in further {
        walk.within(Step::Member(key), |walk| object.further(walk, &table, rest, entries, &mut names));
    }
    for (name, value) in &code.constants {
        if !names.contains(name.as_str()) {
            object.add(walk, name);
            walk.add(value.get());
        }
    }
    object.close(walk, id);
}

/// Writes the declared members in their order, then the absent ones that are always on the wire, then the others as
/// entries.
fn encode<'c>(walk: &mut Walk<'_, 'c, '_>, code: &'c ObjectCode, id: JsonId) {
    let (tape, table) = (walk.tape, walk.session.object(code));
    let mut object = Frame::open(walk, id);
    let mut names: Set<Cow<'_, str>> = Set::new();
    let mut further = Vec::new();
    for key in tape.members(id) {
        let name = tape.key(key);
        if code.rest.is_some() && !table.declares(&name) {
            further.push(key);
            object.skip(walk, key);
            continue;
        }
        let renamed = table.wire_name(&name);
        let wire = renamed.unwrap_or(&name);
        if renamed.is_none() && code.names.contains_key(wire) {
            walk.misfit_in(Step::Member(key), &"another member is declared under this name");
        }
        if tape.kind(key.value_of_key()) == Kind::Null && table.is_optional(wire) {
            walk.misfit_in(Step::Member(key), &"null here stands for an absent member");
        }
        object.member(walk, key, renamed, table.code(wire));
        names.insert(name);
    }
    for wire in &code.filled {
        let name = code.names.get(wire).unwrap_or(wire);
        let is_absent = if code.is_rest(wire) { further.is_empty() } else { !names.contains(name.as_str()) };
        if is_absent {
            object.add(walk, wire);
            walk.add("null");
            if !table.is_optional(wire) && !code.is_rest(wire) {
                walk.misfit(&format_args!("the absent member {} is restored as null", Quoted(name)));
            }
        }
    }
    for name in code.constants.keys().filter(|name| !names.contains(name.as_str())) {
        walk.misfit(&format_args!("the member {} is missing", Quoted(name)));
    }
    if let (Some(rest), [_, ..]) = (&code.rest, further.as_slice()) {
        object.add(walk, &rest.member);
        entries::write_entries(walk, rest.value.as_deref(), &mut further.into_iter());
    }
    object.close(walk, id);
}

/// Copies the text of an object, with members renamed, omitted and added.
struct Frame {
    /// The offset up to which the object has been read.
    read: u32,
    is_empty: bool,
}

impl Frame {
    fn open(walk: &mut Walk<'_, '_, '_>, id: JsonId) -> Frame {
        walk.out.push('{');
        Frame { read: walk.tape.span(id).start + 1, is_empty: true }
    }

    fn member<'c>(&mut self, walk: &mut Walk<'_, 'c, '_>, key: JsonId, name: Option<&str>, code: Option<&'c Code>) {
        let tape = walk.tape;
        let (key_span, value_span) = (tape.span(key), tape.span(key.value_of_key()));
        let gap = &tape.text()[self.read as usize..key_span.start as usize];
        // Members omitted before the first one that is kept leave their comma behind.
        walk.out.push_str(if self.is_empty { gap.split_once(',').map_or(gap, |(_, after)| after) } else { gap });
        match name {
            Some(name) => escape_into(&mut walk.out, name),
            None => walk.copy(key),
        }
        walk.copy_between(key_span.end, value_span.start);
        walk.child(Step::Member(key), code, key.value_of_key());
        (self.read, self.is_empty) = (value_span.end, false);
    }

    fn skip(&mut self, walk: &Walk<'_, '_, '_>, key: JsonId) {
        self.read = walk.tape.span(key.value_of_key()).end;
    }

    /// Begins a member that was not in the text.
    fn begin(&mut self, walk: &mut Walk<'_, '_, '_>) {
        if !std::mem::take(&mut self.is_empty) {
            walk.out.push(',');
        }
    }

    fn add(&mut self, walk: &mut Walk<'_, '_, '_>, name: &str) {
        self.begin(walk);
        escape_into(&mut walk.out, name);
        walk.out.push(':');
    }

    /// Adds entries as members, except those whose name is taken.
    fn further<'c, 'n>(
        &mut self,
        walk: &mut Walk<'_, 'c, '_>,
        table: &ObjectTable<'c>,
        rest: &'c RestCode,
        entries: Vec<ListEntry<'n>>,
        names: &mut Set<Cow<'n, str>>,
    ) {
        for entry in entries {
            if names.contains(&entry.name) {
                walk.omit(
                    entry.step(),
                    &format_args!("this entry is omitted: there is a member {} too", Quoted(&entry.name)),
                );
                continue;
            }
            if table.declares(&entry.name) {
                walk.misfit_in(
                    entry.step(),
                    &format_args!(
                        "{} is declared as a member of its own, whose values may be others",
                        Quoted(&entry.name)
                    ),
                );
            }
            self.begin(walk);
            entries::write_member(walk, rest.value.as_deref(), &entry);
            names.insert(entry.name);
        }
    }

    fn close(self, walk: &mut Walk<'_, '_, '_>, id: JsonId) {
        walk.copy_between(self.read, walk.tape.span(id).end);
    }
}
