//! Members as entries: `[{"key": k, "value": v}]` for `{k: v}`.

use crate::{
    json::{JsonId, Kind, Quoted, Step},
    order::Map,
    restore::{
        Code,
        walk::{Direction, Walk},
    },
};
use std::borrow::Cow;

const KEY: &str = "key";
const VALUE: &str = "value";

/// An entry of an array.
pub(super) struct ListEntry<'a> {
    pub(super) name: Cow<'a, str>,
    index: usize,
    /// The string that is the key.
    key: JsonId,
    /// The member that holds the value.
    member: JsonId,
}

impl ListEntry<'_> {
    /// Where it is in its array.
    pub(super) fn step(&self) -> Step {
        Step::element(self.index)
    }
}

pub(in crate::restore) fn walk<'c>(walk: &mut Walk<'_, 'c, '_>, value: Option<&'c Code>, id: JsonId) {
    match walk.direction {
        Direction::Restore => match read(walk, id) {
            Some(entries) => restore(walk, value, &entries),
            None => walk.copy(id),
        },
        Direction::Encode if walk.tape.kind(id) == Kind::Object => {
            let members = &mut walk.tape.members(id);
            write_entries(walk, value, members);
        }
        Direction::Encode => walk.pass(id, &"an object is expected here"),
    }
}

fn restore<'c>(walk: &mut Walk<'_, 'c, '_>, value: Option<&'c Code>, entries: &[ListEntry<'_>]) {
    walk.out.push('{');
    for (at, entry) in entries.iter().enumerate() {
        if at > 0 {
            walk.out.push(',');
        }
        write_member(walk, value, entry);
    }
    walk.out.push('}');
}

/// The entries of an array, the last of each key; `None` if an element is no entry, since an object would keep nothing
/// of what the model sent there.
pub(in crate::restore) fn read<'t>(walk: &mut Walk<'_, '_, 't>, id: JsonId) -> Option<Vec<ListEntry<'t>>> {
    let tape = walk.tape;
    if tape.kind(id) != Kind::Array {
        walk.misfit(&"an array of entries is expected here");
        return None;
    }
    let mut entries = Vec::new();
    for (index, element) in tape.elements(id).enumerate() {
        let Some(entry) = entry(walk, index, element) else {
            walk.misfit_in(Step::element(index), &"an object with a key and a value alone is expected here");
            return None;
        };
        entries.push(entry);
    }
    let mut last = Map::new();
    for (at, entry) in entries.iter().enumerate() {
        if let Some(earlier) = last.insert(entry.name.clone(), at) {
            walk.omit(
                Step::element(earlier),
                &format_args!("this entry is omitted: a later one has the key {} too", Quoted(&entry.name)),
            );
        }
    }
    if last.len() < entries.len() {
        entries.retain(|entry| last.get(&entry.name) == Some(&entry.index));
    }
    Some(entries)
}

fn entry<'t>(walk: &Walk<'_, '_, 't>, index: usize, element: JsonId) -> Option<ListEntry<'t>> {
    let tape = walk.tape;
    let mut members = tape.members(element);
    let (Some(first), Some(second), None) = (members.next(), members.next(), members.next()) else { return None };
    let (key, member) = if tape.key_is(first, KEY) { (first, second) } else { (second, first) };
    if !tape.key_is(key, KEY) || !tape.key_is(member, VALUE) {
        return None;
    }
    let key = key.value_of_key();
    Some(ListEntry { name: tape.string(key)?, index, key, member })
}

/// Writes an entry as the member that it stands for.
pub(super) fn write_member<'c>(walk: &mut Walk<'_, 'c, '_>, value: Option<&'c Code>, entry: &ListEntry<'_>) {
    walk.copy(entry.key);
    walk.out.push(':');
    let member = entry.member;
    walk.within(entry.step(), |walk| walk.child(Step::Member(member), value, member.value_of_key()));
}

/// Writes members as entries.
pub(super) fn write_entries<'c>(
    walk: &mut Walk<'_, 'c, '_>,
    value: Option<&'c Code>,
    members: &mut dyn Iterator<Item = JsonId>,
) {
    walk.out.push('[');
    for (at, key) in members.enumerate() {
        walk.out.push_str(if at > 0 { ",{\"key\":" } else { "{\"key\":" });
        walk.copy(key);
        walk.out.push_str(",\"value\":");
        walk.child(Step::Member(key), value, key.value_of_key());
        walk.out.push('}');
    }
    walk.out.push(']');
}
