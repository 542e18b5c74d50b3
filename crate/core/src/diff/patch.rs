//! RFC 6902 patches between two JSON documents.

use crate::{
    json::{JsonId, Kind, Tape, quote},
    schema::{push_index, push_key},
};

/// A patch that turns `before` into `after`, as JSON text. Objects are compared by name, arrays by
/// index. Iterative: any nesting.
#[must_use]
pub fn patch(before: &Tape<'_>, after: &Tape<'_>) -> String {
    let mut operations = Vec::new();
    let mut pairs = vec![(String::new(), JsonId::ROOT, JsonId::ROOT)];
    while let Some((place, old, new)) = pairs.pop() {
        match (before.kind(old), after.kind(new)) {
            (Kind::Object, Kind::Object) => {
                compare_objects(before, after, (place, old, new), &mut operations, &mut pairs);
            }
            (Kind::Array, Kind::Array) => compare_arrays(before, after, (place, old, new), &mut operations, &mut pairs),
            _ if same(before, old, after, new) => {}
            _ => operations.push(operation("replace", &place, Some(after.slice(new)))),
        }
    }
    format!("[{}]", operations.join(","))
}

type Pair = (String, JsonId, JsonId);

fn compare_objects(
    before: &Tape<'_>,
    after: &Tape<'_>,
    (place, old, new): Pair,
    operations: &mut Vec<String>,
    pairs: &mut Vec<Pair>,
) {
    let (olds, news) = (members(before, old), members(after, new));
    for (name, value) in &olds {
        let here = member(&place, name);
        match news.get(name) {
            Some(other) => pairs.push((here, *value, *other)),
            None => operations.push(operation("remove", &here, None)),
        }
    }
    for (name, value) in news.iter().filter(|(name, _)| !olds.contains_key(*name)) {
        operations.push(operation("add", &member(&place, name), Some(after.slice(*value))));
    }
}

fn members(tape: &Tape<'_>, object: JsonId) -> crate::order::Map<String, JsonId> {
    tape.members(object).map(|key| (tape.key(key).into_owned(), key.value_of_key())).collect()
}

fn member(place: &str, name: &str) -> String {
    let mut place = place.to_owned();
    push_key(&mut place, name);
    place
}

fn compare_arrays(
    before: &Tape<'_>,
    after: &Tape<'_>,
    (place, old, new): Pair,
    operations: &mut Vec<String>,
    pairs: &mut Vec<Pair>,
) {
    let olds: Vec<JsonId> = before.elements(old).collect();
    let news: Vec<JsonId> = after.elements(new).collect();
    let at = |index: usize| {
        let mut place = place.clone();
        push_index(&mut place, index);
        place
    };
    for (index, (value, other)) in olds.iter().zip(&news).enumerate() {
        pairs.push((at(index), *value, *other));
    }
    // From the end, so that the indexes before stay true.
    for index in (news.len()..olds.len()).rev() {
        operations.push(operation("remove", &at(index), None));
    }
    for (index, value) in news.iter().enumerate().skip(olds.len()) {
        operations.push(operation("add", &at(index), Some(after.slice(*value))));
    }
}

fn same(before: &Tape<'_>, old: JsonId, after: &Tape<'_>, new: JsonId) -> bool {
    before.kind(old) == after.kind(new)
        && (before.slice(old) == after.slice(new)
            || (before.kind(old) == Kind::String && before.string(old) == after.string(new)))
}

fn operation(name: &str, place: &str, value: Option<&str>) -> String {
    let value = value.map_or_else(String::new, |value| format!(r#","value":{value}"#));
    format!(r#"{{"op":"{name}","path":{}{value}}}"#, quote(place))
}
