//! RFC 6902 patches between two JSON documents.

use std::borrow::Cow;

use crate::{
    json::{JsonId, Kind, Tape, escape_into},
    order::{Gather, Map},
    schema::{push_index, push_key},
};

/// A patch is at most this long, or `RATIO` times the new document: beyond, it is shorter to replace the whole. With
/// many changes at a great depth, the pointers alone would be as long as the depth times the changes.
const MIN_LIMIT: usize = 64_000;
const RATIO: usize = 8;

/// A patch that turns `before` into `after`, as JSON text. Objects are compared by name, arrays by
/// index. Iterative: any nesting.
#[must_use]
pub(crate) fn patch(before: &Tape<'_>, after: &Tape<'_>) -> String {
    let limit = after.text().len().saturating_mul(RATIO).max(MIN_LIMIT);
    let mut patch = Patch { before, after, limit, text: String::new(), places: Vec::new(), pairs: Vec::new() };
    patch.pairs.push((None, JsonId::ROOT, JsonId::ROOT));
    while let Some((place, old, new)) = patch.pairs.pop() {
        match (before.kind(old), after.kind(new)) {
            (Kind::Object, Kind::Object) if !has_unpaired(before, old) => patch.compare_objects(place, old, new),
            (Kind::Array, Kind::Array) => patch.compare_arrays(place, old, new),
            _ if same(before, old, after, new) => {}
            _ => patch.add("replace", place, None, Some(new)),
        }
        if patch.text.len() > limit {
            patch.text.clear();
            patch.add("replace", None, None, Some(JsonId::ROOT));
            break;
        }
    }
    format!("[{}]", patch.text)
}

/// A step from a container to a child.
#[derive(Clone, Copy)]
enum Step {
    /// To a member, by its key in the old document (`Old`) or in the new one (`New`).
    Old(JsonId),
    New(JsonId),
    Element(usize),
}

/// A place: an index into `Patch::places`; `None` is the root.
type Place = Option<usize>;

/// A patch under construction.
struct Patch<'p> {
    before: &'p Tape<'p>,
    after: &'p Tape<'p>,
    limit: usize,
    /// The operations so far.
    text: String,
    /// The places of compared values: each as its parent's place and the step from there. Pointers are written for
    /// operations only.
    places: Vec<(Place, Step)>,
    /// What still has to be compared, and where it is.
    pairs: Vec<(Place, JsonId, JsonId)>,
}

impl Patch<'_> {
    fn compare_objects(&mut self, place: Place, old: JsonId, new: JsonId) {
        let (olds, news) = (keys(self.before, old), keys(self.after, new));
        for (name, key) in &olds {
            match news.get(name) {
                Some(other) => self.compare(place, Step::Old(*key), (key.value_of_key(), other.value_of_key())),
                None => self.add("remove", place, Some(Step::Old(*key)), None),
            }
        }
        for (_, key) in news.iter().filter(|(name, _)| !olds.contains_key(*name)) {
            self.add("add", place, Some(Step::New(*key)), Some(key.value_of_key()));
        }
    }

    fn compare_arrays(&mut self, place: Place, old: JsonId, new: JsonId) {
        let olds: Vec<JsonId> = self.before.elements(old).gather();
        let news: Vec<JsonId> = self.after.elements(new).gather();
        for (index, (value, other)) in olds.iter().zip(&news).enumerate() {
            self.compare(place, Step::Element(index), (*value, *other));
        }
        // From the end, so that the indexes before stay valid.
        for index in (news.len()..olds.len()).rev() {
            self.add("remove", place, Some(Step::Element(index)), None);
        }
        for (index, value) in news.iter().enumerate().skip(olds.len()) {
            self.add("add", place, Some(Step::Element(index)), Some(*value));
        }
    }

    fn compare(&mut self, place: Place, step: Step, (old, new): (JsonId, JsonId)) {
        self.pairs.push((Some(self.places.len()), old, new));
        self.places.push((place, step));
    }

    /// Adds an operation at a place or one step further, with a value of the new document.
    fn add(&mut self, name: &str, place: Place, step: Option<Step>, value: Option<JsonId>) {
        if self.text.len() > self.limit {
            return;
        }
        let pointer = self.pointer(place, step);
        let text = &mut self.text;
        if !text.is_empty() {
            text.push(',');
        }
        for part in [r#"{"op":""#, name, r#"","path":"#] {
            text.push_str(part);
        }
        escape_into(text, &pointer);
        if let Some(value) = value {
            text.push_str(r#","value":"#);
            text.push_str(self.after.slice(value));
        }
        text.push('}');
    }

    fn pointer(&self, place: Place, last: Option<Step>) -> String {
        let around = |place: &Place| place.and_then(|at| self.places.get(at));
        let mut steps: Vec<Step> = last.into_iter().collect();
        steps.extend(std::iter::successors(around(&place), |(place, _)| around(place)).map(|(_, step)| *step));
        let mut pointer = String::new();
        for step in steps.into_iter().rev() {
            match step {
                Step::Old(key) => push_key(&mut pointer, &self.before.key(key)),
                Step::New(key) => push_key(&mut pointer, &self.after.key(key)),
                Step::Element(index) => push_index(&mut pointer, index),
            }
        }
        pointer
    }
}

/// The keys of an object by name; of duplicates the last.
fn keys<'t>(tape: &'t Tape<'_>, object: JsonId) -> Map<Cow<'t, str>, JsonId> {
    tape.members(object).map(|key| (tape.key(key), key)).collect()
}

/// What stands for an unpaired surrogate, which no Rust string contains.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// Whether a name may have an unpaired surrogate, so that no path leads to its member.
fn has_unpaired(tape: &Tape<'_>, object: JsonId) -> bool {
    tape.members(object).any(|key| tape.key(key).contains(REPLACEMENT))
}

fn same(before: &Tape<'_>, old: JsonId, after: &Tape<'_>, new: JsonId) -> bool {
    let is_exact = |text: &Cow<'_, str>| !text.contains(REPLACEMENT);
    before.kind(old) == after.kind(new)
        && (before.slice(old) == after.slice(new)
            || before.string(old).filter(is_exact).is_some_and(|text| after.string(new) == Some(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::read;

    fn between(before: &str, after: &str) -> String {
        patch(&read(before).expect("it is JSON"), &read(after).expect("it is JSON"))
    }

    fn nested(levels: usize, inner: &str) -> String {
        format!("{}{inner}{}", r#"{"a":"#.repeat(levels), "}".repeat(levels))
    }

    /// A pointer for each level would be 2 TB of text.
    #[test]
    fn pointers_are_written_for_operations_alone() {
        let (levels, deep) = (1_000_000, |inner| nested(1_000_000, inner));
        assert_eq!(between(&deep("1"), &deep("1")), "[]");
        let expected = format!(r#"[{{"op":"replace","path":"{}","value":2}}]"#, "/a".repeat(levels));
        assert_eq!(between(&deep("1"), &deep("2")), expected);
    }

    /// The output has the replacement character for them.
    #[test]
    fn unpaired_surrogates_are_replaced_with_what_holds_them() {
        let replaced = r#"[{"op":"replace","path":"/a","value":"\ufffd"}]"#;
        assert_eq!(between(r#"{"a":"\udc00"}"#, r#"{"a":"\ufffd"}"#), replaced);
        assert_eq!(between(r#"{"a":"\u0062"}"#, r#"{"a":"b"}"#), "[]");
        let whole = r#"[{"op":"replace","path":"/p","value":{"\ufffd":2}}]"#;
        assert_eq!(between(r#"{"p":{"\ud800":1}}"#, r#"{"p":{"\ufffd":2}}"#), whole);
        assert_eq!(between(r#"{"p":{"\ufffd":1}}"#, r#"{"p":{"\ufffd":1}}"#), "[]");
    }

    #[test]
    fn a_patch_that_is_much_longer_than_the_documents_replaces_them() {
        let members = |value: u8| -> String {
            let members: Vec<String> = (0..10_000).map(|at| format!(r#""m{at}":{value}"#)).collect();
            format!("{{{}}}", members.join(","))
        };
        let (before, after) = (nested(10_000, &members(1)), nested(10_000, &members(2)));
        assert_eq!(between(&before, &after), format!(r#"[{{"op":"replace","path":"","value":{after}}}]"#));
        let (before, after) = (nested(3, &members(1)), nested(3, &members(2)));
        assert!(between(&before, &after).contains(r#"{"op":"replace","path":"/a/a/a/m77","value":2}"#));
        assert_eq!(between(&members(1), "{}"), r#"[{"op":"replace","path":"","value":{}}]"#);
    }
}
