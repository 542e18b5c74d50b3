//! What an error message says is wrong, looked up in the source: a server says it of nothing else.

use super::path::Path;
use crate::{
    json::{Decimal, JsonId, Kind},
    resolve::Pointers,
    schema::{Keyword, ValueShape},
};

/// Whether a value at a place has a fault.
type HasFault = fn(&Path<'_>, JsonId) -> bool;

/// The faults that texts of the catalogue name, by a part of these texts. A text with `{K}` is about an element of the
/// place.
const FAULTS: [(&str, HasFault); 18] = [
    ("enum[{K}]' (TYPE_STRING)", |way, value| way.tape.kind(value) != Kind::String),
    ("{KEYWORD}' (TYPE_STRING)", |way, value| {
        // Null is as good as absent.
        holds(way, ValueShape::Text) && !matches!(way.tape.kind(value), Kind::String | Kind::Null)
    }),
    ("{KEYWORD}' (TYPE_INT64)", |way, value| holds(way, ValueShape::Count) && is_fraction(way.tape.slice(value))),
    (".Type)", |way, value| way.keyword() == Some(Keyword::Type) && way.tape.kind(value) == Kind::String),
    ("(Schema)", |way, value| way.tape.boolean(value).is_some()),
    ("cannot start list", |way, value| way.tape.kind(value) == Kind::Array),
    ("enum[{K}]: cannot be empty", |way, value| way.tape.slice(value) == "\"\""),
    ("key cannot be empty", |way, _| !way.is_within_value()),
    ("property is not defined", is_undeclared),
    ("unspecified property", is_undeclared),
    ("the schema type field", is_untyped),
    ("must be specified when not using", is_untyped),
    ("only allowed for OBJECT type", |way, _| way.keyword() == Some(Keyword::Properties)),
    ("should be of type OBJECT", |way, _| way.steps.len() <= 1),
    ("not be OBJECT or ARRAY", is_of_container),
    ("undefined schema", is_dangling),
    ("Schema.ref '{REF}'", |way, _| has_siblings(way, REF)),
    ("$ref '{REF}'", |way, _| has_siblings(way, Keyword::Ref.name())),
];

/// The text with what was found at a place; `None` if nothing there has the fault that the text names.
pub(super) fn filled(way: &Path<'_>, text: &str) -> Option<String> {
    let (index, value) = culprit(way, text)?;
    let tape = way.tape;
    let mut text = text.to_owned();
    let mut fill = |placeholder: &str, with: Option<&str>| {
        // A brace of the source is none of the text.
        if let Some(with) = with.filter(|with| text.contains(placeholder) && !with.contains('{')) {
            text = text.replace(placeholder, with);
        }
    };
    fill("{K}", index.map(|index| index.to_string()).as_deref());
    fill("{KEYWORD}", way.keyword().map(Keyword::name));
    fill("{MEMBER}", tape.string(value).as_deref());
    let reference = |name: &str| tape.string(tape.get(way.schema()?, name)?);
    fill("{REF}", reference(Keyword::Ref.name()).or_else(|| reference(REF)).as_deref());
    // How a server would write a list or an object is not recorded.
    let is_scalar = !matches!(tape.kind(value), Kind::Array | Kind::Object);
    fill("{VALUE}", is_scalar.then(|| tape.slice(value)));
    Some(text)
}

/// What Vertex AI calls a reference.
const REF: &str = "ref";

/// The value that a text is about, with its index if it is an element: the first at the place that has the fault.
fn culprit(way: &Path<'_>, text: &str) -> Option<(Option<u32>, JsonId)> {
    let found = (way.element(), way.value());
    let Some((_, has_fault)) = FAULTS.iter().find(|(named, _)| text.contains(named)) else { return Some(found) };
    if found.0.is_none() && text.contains("{K}") {
        let mut elements = (0..).map(Some).zip(way.tape.elements(found.1));
        return elements.find(|(_, element)| has_fault(way, *element));
    }
    Some(found).filter(|(_, value)| has_fault(way, *value))
}

/// Whether the keyword of the place has values of this shape.
fn holds(way: &Path<'_>, shape: ValueShape) -> bool {
    way.keyword().and_then(Keyword::info).is_some_and(|info| info.shape == shape)
}

fn is_fraction(text: &str) -> bool {
    Decimal::parse(text.trim_matches('"')).is_some_and(|number| !number.is_integer())
}

/// Whether it names a property that its schema does not declare.
fn is_undeclared(way: &Path<'_>, value: JsonId) -> bool {
    let Some(name) = way.tape.string(value) else { return false };
    let properties = way.schema().and_then(|schema| way.tape.get(schema, Keyword::Properties.name()));
    properties.is_none_or(|properties| way.tape.get(properties, &name).is_none())
}

/// Whether it is a schema without a type.
fn is_untyped(way: &Path<'_>, value: JsonId) -> bool {
    !way.is_within_value() && way.tape.get(value, Keyword::Type.name()).is_none()
}

/// Whether the place is the enum of a schema for objects or arrays.
fn is_of_container(way: &Path<'_>, _: JsonId) -> bool {
    let named = way.schema().and_then(|schema| way.tape.get(schema, Keyword::Type.name()));
    let named = named.and_then(|named| way.tape.string(named)).unwrap_or_default();
    let is_container = ["object", "array"].iter().any(|container| named.eq_ignore_ascii_case(container));
    is_container && way.keyword() == Some(Keyword::Enum)
}

/// Whether it is a pointer without a target in the schema that is sent.
fn is_dangling(way: &Path<'_>, value: JsonId) -> bool {
    let reference = way.tape.string(value).unwrap_or_default();
    let pointer = reference.strip_prefix('#').filter(|pointer| pointer.starts_with('/'));
    let follow = |pointer: &str| Pointers::default().follow(way.tape, way.root, pointer);
    way.keyword() == Some(Keyword::Ref) && pointer.is_some_and(|pointer| follow(pointer).is_none())
}

/// Whether the schema has a reference of this name, and beside it more than its description and default. Members whose
/// names start with `$` are taken.
fn has_siblings(way: &Path<'_>, reference: &str) -> bool {
    let words = [reference, Keyword::Description.name(), Keyword::Default.name()];
    let is_other =
        |key: JsonId| !way.tape.key(key).starts_with('$') && !words.iter().any(|word| way.tape.key_is(key, word));
    let Some(schema) = way.schema() else { return false };
    way.tape.get(schema, reference).is_some() && way.tape.members(schema).any(is_other)
}
