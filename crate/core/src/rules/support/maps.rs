//! Maps as lists of entries.

use super::any_json;
use crate::{
    json::JsonId,
    lower::Lower,
    order::{Gather, Map},
    schema::{Keyword, Kinds, Value},
    shape::{Coding, Fact, Part, Shape, Term},
};

/// What the values of members described by patterns of their names may be; `None` for no pattern.
pub(crate) fn pattern_part(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Option<Part> {
    let (_, value) = shape.entry_at(cx, fact.key)?;
    // Of a doubled pattern the last counts.
    let by_pattern: Map<_, _> = cx.ast.links(value).iter().map(|link| (cx.ast.name(link.key), link.schema)).collect();
    let schemas: Vec<Part> = by_pattern.values().filter_map(|schema| Some((*schema)?.into())).gather();
    (!schemas.is_empty()).then(|| Shape::either(fact.key, schemas))
}

/// What the members that are not declared may be: the key that says so, and the values' part; `None`
/// where none may be, or nothing is said.
pub(crate) fn undeclared(cx: &Lower<'_, '_>, shape: &Shape) -> Option<(JsonId, Part)> {
    let patterns = shape.fact(Keyword::PatternProperties);
    let patterned = patterns.and_then(|fact| Some((fact.key, pattern_part(cx, shape, fact)?)));
    let mut part = Part::new();
    for additional in &shape.object.additional {
        match &additional.part {
            Some(more) => part.extend(more.iter().cloned()),
            None => return patterned,
        }
    }
    let key = shape.object.additional.first().map(|additional| additional.key);
    match (patterned, key) {
        (Some((key, one)), Some(_)) => Some((key, Shape::either(key, vec![one, part]))),
        (Some(patterned), None) => Some(patterned),
        (None, Some(key)) => Some((key, part)),
        (None, None) => None,
    }
}

/// A list of entries for an object's undeclared members. Takes what is said of their names and number
/// out of the object.
pub(crate) fn entries(cx: &Lower<'_, '_>, object: &mut Shape, key: JsonId, value: Part) -> Shape {
    let mut name = Shape::of_kind(key, Kinds::STRING);
    let patterns = object.take_facts(Keyword::PatternProperties);
    if let [only] = patterns.as_slice()
        && object.object.additional.iter().all(|additional| additional.part.is_none())
    {
        name.facts.extend(pattern_of_names(cx, only));
        name.keywords.insert(Keyword::Pattern);
    }
    let mut names = Part::from(name);
    for fact in object.take_facts(Keyword::PropertyNames) {
        if let Some((_, Value::Schema(schema))) = object.entry_at(cx, fact.key) {
            names.push(Term::Schema(schema));
        }
    }
    object.object.additional.clear();
    let value = if value.is_empty() { any_json(cx, key).into() } else { value };
    let mut entry = Shape::object_of(key, "key", names);
    entry.object.need("value", key, value);
    let mut list = Shape::of_kind(key, Kinds::ARRAY);
    list.array.items = Some((key, entry.into()));
    list.coding = Some(Coding::Entries);
    list
}

/// The pattern of the only pattern's names.
fn pattern_of_names(cx: &Lower<'_, '_>, fact: &Fact) -> Option<Fact> {
    let tape = cx.ast.tape();
    let mut keys = tape.members(tape.value_of(fact.key));
    let (first, second) = (keys.next()?, keys.next());
    second.is_none().then(|| Fact { keyword: Keyword::Pattern, key: first, text: Some(tape.slice(first).to_owned()) })
}
