//! RFC 6902 patches between two JSON documents.

use crate::{
    json::{JsonId, Kind, Tape, escape_into},
    order::{Gather, Map},
    schema::{push_index, push_key},
};

/// A patch that turns `before` into `after`, as JSON text. Objects are compared by name, arrays by
/// index. Iterative: any nesting.
#[must_use]
pub(crate) fn patch(before: &Tape<'_>, after: &Tape<'_>) -> String {
    let mut patch = Patch { before, after, text: String::new(), pairs: Vec::new() };
    patch.pairs.push((String::new(), JsonId::ROOT, JsonId::ROOT));
    while let Some((place, old, new)) = patch.pairs.pop() {
        match (before.kind(old), after.kind(new)) {
            (Kind::Object, Kind::Object) => patch.compare_objects(&place, old, new),
            (Kind::Array, Kind::Array) => patch.compare_arrays(&place, old, new),
            _ if same(before, old, after, new) => {}
            _ => patch.add("replace", &place, Some(new)),
        }
    }
    format!("[{}]", patch.text)
}

/// A patch on its way.
struct Patch<'p> {
    before: &'p Tape<'p>,
    after: &'p Tape<'p>,
    /// The operations so far.
    text: String,
    /// What still has to be compared, and where it is.
    pairs: Vec<(String, JsonId, JsonId)>,
}

impl Patch<'_> {
    fn compare_objects(&mut self, place: &str, old: JsonId, new: JsonId) {
        let (olds, news) = (members(self.before, old), members(self.after, new));
        for (name, value) in &olds {
            let here = member(place, name);
            match news.get(name) {
                Some(other) => self.pairs.push((here, *value, *other)),
                None => self.add("remove", &here, None),
            }
        }
        for (name, value) in news.iter().filter(|(name, _)| !olds.contains_key(*name)) {
            self.add("add", &member(place, name), Some(*value));
        }
    }

    fn compare_arrays(&mut self, place: &str, old: JsonId, new: JsonId) {
        let olds: Vec<JsonId> = self.before.elements(old).gather();
        let news: Vec<JsonId> = self.after.elements(new).gather();
        for (index, (value, other)) in olds.iter().zip(&news).enumerate() {
            self.pairs.push((element(place, index), *value, *other));
        }
        // From the end, so that the indexes before stay true.
        for index in (news.len()..olds.len()).rev() {
            self.add("remove", &element(place, index), None);
        }
        for (index, value) in news.iter().enumerate().skip(olds.len()) {
            self.add("add", &element(place, index), Some(*value));
        }
    }

    /// Adds an operation, with a value of the new document.
    fn add(&mut self, name: &str, place: &str, value: Option<JsonId>) {
        let text = &mut self.text;
        if !text.is_empty() {
            text.push(',');
        }
        for part in [r#"{"op":""#, name, r#"","path":"#] {
            text.push_str(part);
        }
        escape_into(text, place);
        if let Some(value) = value {
            text.push_str(r#","value":"#);
            text.push_str(self.after.slice(value));
        }
        text.push('}');
    }
}

fn members(tape: &Tape<'_>, object: JsonId) -> Map<String, JsonId> {
    tape.members(object).map(|key| (tape.key(key).into_owned(), key.value_of_key())).collect()
}

fn member(place: &str, name: &str) -> String {
    let mut place = place.to_owned();
    push_key(&mut place, name);
    place
}

fn element(place: &str, index: usize) -> String {
    let mut place = place.to_owned();
    push_index(&mut place, index);
    place
}

fn same(before: &Tape<'_>, old: JsonId, after: &Tape<'_>, new: JsonId) -> bool {
    before.kind(old) == after.kind(new)
        && (before.slice(old) == after.slice(new)
            || (before.kind(old) == Kind::String && before.string(old) == after.string(new)))
}
