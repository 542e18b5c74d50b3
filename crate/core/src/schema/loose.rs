//! Loose spellings: members that have no meaning in JSON Schema, but an evident intent. Entries that are read by that
//! intent are marked [`loose`](Entry::loose).
//!
//! - numbers in quotes (`"minItems": "1"`), as protobuf's JSON writes 64-bit integers and reads every number;
//! - fields, that is, properties without `properties` around them: `{"to": {"type": "string"}}`;
//! - `"required": true` in a property, as draft 3 has it, and the list `required` among the properties;
//! - a whole schema as the value of `properties`: `"properties": {"type": "object", "properties": {…}}`;
//! - lists of named schemas: `"properties": [{"name": "to", "type": "string"}]`, also in place of the root schema.

use serde_json::value::RawValue;

use super::{
    Ast, Entry, Keyword, KeywordSet, Kinds, Link, NodeKind, SchemaId, Types, Value, ValueShape,
    keyword::REFERENCES,
    meant,
    typing::{AFTER_DRAFT_7, is_number_of},
};
use crate::{
    json::{JsonId, Kind},
    order::{Gather, Set},
};

/// The keywords that fields may have as siblings. They constrain no values but objects, or are references, which may be
/// dangling.
const BESIDE: KeywordSet = KeywordSet::of(&REFERENCES).union(KeywordSet::of(&[
    Keyword::Type,
    Keyword::Nullable,
    Keyword::Title,
    Keyword::Description,
    Keyword::Default,
    Keyword::Example,
    Keyword::Examples,
    Keyword::Comment,
    Keyword::SchemaUri,
    Keyword::Id,
    Keyword::Defs,
    Keyword::Definitions,
    Keyword::Required,
    Keyword::AdditionalProperties,
    Keyword::PropertyOrdering,
    Keyword::MinProperties,
    Keyword::MaxProperties,
    Keyword::Unknown,
]));

/// The keywords by which an object is recognized as a schema, besides `type`.
const TELLING: KeywordSet = KeywordSet::of(&REFERENCES).union(KeywordSet::of(&[
    Keyword::AnyOf,
    Keyword::OneOf,
    Keyword::AllOf,
    Keyword::Not,
    Keyword::Enum,
    Keyword::Const,
    Keyword::Properties,
    Keyword::Items,
]));

impl Ast<'_> {
    /// Types a malformed value by its evident intent; `None` if it has none. `at` is the index of the schema.
    pub(super) fn type_loosely(&mut self, at: usize, keyword: Keyword, json: JsonId) -> Option<Value> {
        let shape = keyword.info()?.shape;
        match (keyword, self.tape.kind(json)) {
            (Keyword::Properties, Kind::Array) => self.type_named(json),
            (Keyword::Required, Kind::True | Kind::False) if self.nodes[at].is_property => Some(Value::Data),
            (_, Kind::String) => {
                let text = self.tape.slice(json);
                let number = keyword.without_quotes(text);
                (number.len() < text.len() && is_number_of(shape, number)).then_some(Value::Data)
            }
            _ => None,
        }
    }

    /// Types the misplaced members of the schema at index `at`, whose entries begin at `from`.
    pub(super) fn type_misplaced(&mut self, at: usize, from: usize) {
        if self.tape.kind(self.nodes[at].json) == Kind::Array {
            return self.type_named_fields(at);
        }
        self.type_schema_among_properties(from);
        self.type_required_among_properties(from);
        for field in self.find_fields(at, from) {
            let schema = self.push_property(self.entries[field].json());
            let entry = &mut self.entries[field];
            (entry.keyword, entry.value, entry.loose) = (Keyword::Unknown, Value::Schema(schema), true);
        }
    }

    /// The positions of the entries that are fields; empty if the schema's types or its other entries rule them out.
    fn find_fields(&self, at: usize, from: usize) -> Vec<usize> {
        let entries = &self.entries[from..];
        let kinds = entries.iter().find_map(|entry| match entry.value {
            Value::Types(types) => Some(types.kinds),
            _ => None,
        });
        let is_stated = at == 0 || kinds.is_some();
        let is_field = |entry: &&Entry| self.is_field(entry, is_stated);
        // Shadowed members and malformed values do not count, as they are removed.
        let fits = |entry: &Entry| {
            let is_known = entry.keyword != Keyword::Unknown;
            entry.shadowed
                || (is_known && entry.value == Value::Malformed)
                || (BESIDE.has(entry.keyword) && (is_stated || is_known))
        };
        let is_open = kinds.is_none_or(|kinds| kinds.has(Kinds::OBJECT));
        if !is_open || !entries.iter().all(|entry| is_field(&entry) || fits(entry)) {
            return Vec::new();
        }
        let positions = entries.iter().enumerate().filter(|(_, entry)| is_field(entry));
        positions.map(|(position, _)| from + position).gather()
    }

    /// Whether an entry is a property among the keywords: its value is a schema or, at the root and beside `type`, the
    /// name of a type.
    fn is_field(&self, entry: &Entry, is_stated: bool) -> bool {
        if !(entry.keyword == Keyword::Unknown || entry.value == Value::Malformed) || entry.shadowed {
            return false;
        }
        let name = self.tape.key(entry.key);
        // A name that became a keyword in a later draft is not taken for a property.
        let is_later = self.old_draft && AFTER_DRAFT_7.has(Keyword::from_name(&name));
        if name.is_empty() || name.starts_with(['$', '@']) || name.starts_with("x-") || is_later {
            return false;
        }
        match self.tape.kind(entry.json()) {
            Kind::Object => self.is_like_a_schema(entry.json()),
            Kind::String if is_stated && entry.keyword == Keyword::Unknown => {
                self.tape.string(entry.json()).is_some_and(|name| !meant(&name).is_empty())
            }
            _ => false,
        }
    }

    fn is_like_a_schema(&self, json: JsonId) -> bool {
        self.tape.members(json).any(|key| match Keyword::from_name(&self.tape.key(key)) {
            Keyword::Type => self.names_a_type(key.value_of_key()),
            keyword => TELLING.has(keyword) && self.tape.kind(key.value_of_key()) != Kind::Null,
        })
    }

    fn names_a_type(&self, json: JsonId) -> bool {
        let is_known = |types: Types| !types.unknown;
        let is_meant = |name: &str| !meant(name).is_empty();
        Types::read(self.tape, json).is_some_and(is_known) || self.tape.string(json).is_some_and(|name| is_meant(&name))
    }

    /// The names in a list of named schemas, each with its schema; `None` for other JSON.
    fn names_of(&self, list: JsonId) -> Option<Vec<(JsonId, JsonId)>> {
        let named = self.tape.elements(list).map(|element| {
            let name = self.tape.get(element, "name").filter(|name| self.tape.kind(*name) == Kind::String);
            Some((name?, element))
        });
        named.collect::<Option<Vec<_>>>().filter(|named| !named.is_empty())
    }

    /// Whether a list of named schemas is in place of the root schema.
    pub(super) fn is_list_of_fields(&self, json: JsonId) -> bool {
        self.nodes.is_empty() && self.tape.kind(json) == Kind::Array && self.names_of(json).is_some()
    }

    fn type_named(&mut self, list: JsonId) -> Option<Value> {
        let (named, from) = (self.names_of(list)?, self.links.len() as u32);
        for (name, element) in named {
            let schema = Some(self.push_property(element));
            self.links.push(Link { key: name, schema });
        }
        Some(Value::Links(from, self.links.len() as u32))
    }

    fn type_named_fields(&mut self, at: usize) {
        for (name, element) in self.names_of(self.nodes[at].json).unwrap_or_default() {
            let value = Value::Schema(self.push_property(element));
            self.entries.push(Entry { keyword: Keyword::Unknown, key: name, value, shadowed: false, loose: true });
        }
    }

    /// Replaces a `properties` whose value is a whole schema, with `"type": "object"` and `properties`, by the members
    /// of that schema.
    fn type_schema_among_properties(&mut self, from: usize) {
        let is_properties = |entry: &Entry| entry.keyword == Keyword::Properties;
        let Some(at) = self.entries[from..].iter().position(is_properties).map(|at| from + at) else { return };
        let outer = self.entries[at];
        let tape = self.tape;
        let (kind, inner) = (tape.get(outer.json(), "type"), tape.get(outer.json(), Keyword::Properties.name()));
        let is_object = |kind: JsonId| tape.string(kind).is_some_and(|name| name.eq_ignore_ascii_case("object"));
        if !kind.is_some_and(is_object) || !inner.is_some_and(|inner| tape.kind(inner) == Kind::Object) {
            return;
        }
        let keyword = |key: JsonId| Keyword::from_name(&tape.key(key));
        let mut known = self.entries[from..].iter().fold(KeywordSet::EMPTY, |set, entry| set.with(entry.keyword));
        known = known.without(Keyword::Properties).without(Keyword::Type).with(Keyword::Unknown);
        // Members that are no keywords, or are on both levels, would be lost: then the value is read as properties.
        if tape.members(outer.json()).any(|key| known.insert(keyword(key))) {
            return;
        }
        let is_typed = self.entries[from..].iter().any(|entry| entry.keyword == Keyword::Type);
        self.entries.remove(at);
        for key in tape.members(outer.json()) {
            let keyword = self.keyword(key);
            if keyword == Keyword::Type && is_typed {
                continue;
            }
            let value = self.type_value(keyword, key.value_of_key());
            self.entries.push(Entry { keyword, key, value, shadowed: false, loose: keyword == Keyword::Properties });
        }
    }

    /// Moves a list `required` out of the properties if every name in it is a property.
    fn type_required_among_properties(&mut self, from: usize) {
        let entries = &self.entries[from..];
        if entries.iter().any(|entry| entry.keyword == Keyword::Required) {
            return;
        }
        let Some(position) = entries.iter().position(|entry| entry.keyword == Keyword::Properties) else { return };
        let Value::Links(first, end) = entries[position].value else { return };
        let links = &self.links[first as usize..end as usize];
        let is_list = |link: &Link| {
            self.tape.kind(link.key.value_of_key()) == Kind::Array
                && self.tape.key_is(link.key, Keyword::Required.name())
        };
        let Some(found) = links.iter().position(is_list) else { return };
        let names: Set<String> = links.iter().map(|link| self.name(link.key)).collect();
        let list = links[found].key;
        let mut listed = self.tape.elements(list.value_of_key()).peekable();
        let is_declared = |name: JsonId| self.tape.string(name).is_some_and(|name| names.contains(name.as_ref()));
        if listed.peek().is_none() || !listed.all(is_declared) {
            return;
        }
        self.links.copy_within(first as usize + found + 1..end as usize, first as usize + found);
        self.entries[from + position].value = Value::Links(first, end - 1);
        let entry = Entry { keyword: Keyword::Required, key: list, value: Value::Data, shadowed: false, loose: true };
        self.entries.push(entry);
    }

    fn push_property(&mut self, json: JsonId) -> SchemaId {
        let schema = self.push(json);
        self.nodes[schema.index()].is_property = true;
        schema
    }

    /// The keys of a schema's fields.
    pub(crate) fn fields(&self, schema: SchemaId) -> impl Iterator<Item = JsonId> {
        let entries = self.entries(schema).iter().filter(|entry| matches!(entry.value, Value::Schema(_)));
        entries.filter(|entry| entry.keyword == Keyword::Unknown).map(|entry| entry.key)
    }

    /// The key of `"required": true` in the schema of a property, if it is there.
    pub(crate) fn is_required_by_itself(&self, schema: SchemaId) -> Option<JsonId> {
        let entry = self.entry(schema, Keyword::Required).filter(|entry| entry.loose)?;
        (self.tape.boolean(entry.json()) == Some(true)).then_some(entry.key)
    }

    /// Whether the schema is a list of named schemas.
    pub(crate) fn is_listed(&self, schema: SchemaId) -> bool {
        self.kind(schema) == NodeKind::Object && self.tape.kind(self.json(schema)) == Kind::Array
    }
}

impl Keyword {
    /// Whether the keyword takes a number.
    fn is_numeric(self) -> bool {
        let is_number = |shape| {
            matches!(shape, ValueShape::Number | ValueShape::Positive | ValueShape::NumberOrFlag | ValueShape::Count)
        };
        self.info().is_some_and(|info| is_number(info.shape))
    }

    /// The JSON text of a value without the quotes around a number, if the keyword takes numbers; any other text as it
    /// is.
    pub(crate) fn without_quotes(self, text: &str) -> &str {
        let number = text.strip_prefix('"').filter(|_| self.is_numeric()).and_then(|text| text.strip_suffix('"'));
        number.filter(|text| is_number(text)).unwrap_or(text)
    }
}

/// Whether a text is a JSON number.
fn is_number(text: &str) -> bool {
    let starts = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    starts && text.ends_with(|last: char| last.is_ascii_digit()) && RawValue::from_string(text.to_owned()).is_ok()
}
