//! What each keyword means by itself: facts of the shape, before any rule has its say.

use super::Reader;
use crate::{
    json::JsonId,
    order::{Gather, Map, keep},
    schema::{Entry, Keyword, SchemaId, Value},
    shape::{Additional, Part, Property, Required, Union, Values, parts},
};

impl Reader<'_, '_, '_> {
    /// Takes a keyword for what it means; what the model has no place for stays a fact.
    pub fn absorb(&mut self, entry: &Entry) {
        match (entry.keyword, entry.value) {
            (_, Value::Malformed) => self.absorb_malformed(entry),
            (Keyword::Type, Value::Types(types)) if !types.unknown => {
                self.shape.kinds = types.kinds;
                self.shape.typed = true;
                self.shape.type_key = Some(entry.key);
            }
            (Keyword::Nullable, _) => self.absorb_nullable(entry),
            (Keyword::Enum | Keyword::Const, _) => self.absorb_values(entry),
            (Keyword::Properties, value) => self.absorb_properties(entry, value),
            (Keyword::Required, _) => self.absorb_required(entry),
            (Keyword::AdditionalProperties, Value::Schema(schema)) => self.absorb_additional(entry, schema),
            (Keyword::Items | Keyword::PrefixItems | Keyword::AdditionalItems, value) => {
                self.absorb_items(entry, value);
            }
            (Keyword::AnyOf | Keyword::OneOf, value) => {
                let branches = parts(self.cx.model.ast, value);
                self.shape.unions.push(Union { keyword: entry.keyword, key: entry.key, branches });
            }
            _ => self.keep(entry),
        }
    }

    fn absorb_malformed(&mut self, entry: &Entry) {
        match self.cx.handlers.malformed {
            Some(hook) => hook(self, entry.key),
            None => self.keep(entry),
        }
    }

    fn absorb_nullable(&mut self, entry: &Entry) {
        if self.cx.model.ast.tape().boolean(entry.json()) == Some(true) {
            self.shape.nullable_key = Some(entry.key);
        } else {
            self.keep(entry);
        }
    }

    fn absorb_values(&mut self, entry: &Entry) {
        let ast = self.cx.model.ast;
        let list = if entry.keyword == Keyword::Const { vec![entry.json()] } else { ast.list(entry.json()) };
        let values = Values { keyword: entry.keyword, key: entry.key, list, as_written: true };
        self.shape.intersect_values(ast, Some(values));
    }

    fn absorb_properties(&mut self, entry: &Entry, value: Value) {
        self.shape.object.key = Some(entry.key);
        let ast = self.cx.model.ast;
        let links = ast.links(value).iter();
        let mut properties =
            links.filter_map(|link| Some(Property::new(ast.name(link.key), link.key, link.schema?.into()))).gather();
        if let Some(hook) = self.cx.handlers.doubled {
            for earlier in earlier_doubles(&properties) {
                hook(self, earlier);
                keep(&mut properties, &mut |property| property.key != earlier);
            }
        }
        self.shape.object.properties = properties;
    }

    fn absorb_required(&mut self, entry: &Entry) {
        let tape = self.cx.model.ast.tape();
        self.shape.object.required_key = Some(entry.key);
        self.shape.object.required = tape
            .elements(entry.json())
            .filter_map(|source| Some(Required { name: tape.string(source)?.into_owned(), source }))
            .gather();
    }

    fn absorb_additional(&mut self, entry: &Entry, schema: SchemaId) {
        self.shape.object.additional.push(Additional::of(self.cx.model.ast, self.schema, entry.key, schema));
    }

    fn absorb_items(&mut self, entry: &Entry, value: Value) {
        let prefix = self.cx.model.ast.entry(self.schema, Keyword::PrefixItems);
        let beside_prefix = prefix.is_some_and(|prefix| matches!(prefix.value, Value::Links(..)));
        match (entry.keyword, value) {
            (Keyword::Items, Value::Schema(schema)) if beside_prefix => {
                self.shape.array.rest = Some((entry.key, Part::from(schema)));
            }
            (Keyword::Items, Value::Schema(schema)) => {
                self.shape.array.items = Some((entry.key, Part::from(schema)));
            }
            (Keyword::Items | Keyword::PrefixItems, value) => {
                self.shape.array.prefix = Some((entry.key, parts(self.cx.model.ast, value)));
            }
            (_, Value::Schema(schema)) => {
                // `additionalItems` says something only beside a list of positions.
                let item_list = self.cx.model.ast.entry(self.schema, Keyword::Items);
                if item_list.is_some_and(|items| matches!(items.value, Value::Links(..))) {
                    self.shape.array.rest = Some((entry.key, Part::from(schema)));
                } else {
                    self.keep(entry);
                }
            }
            _ => self.keep(entry),
        }
    }
}

/// The keys of members that a later member of the same name replaces.
fn earlier_doubles(properties: &[Property]) -> Vec<JsonId> {
    let mut last: Map<&str, usize> = Map::new();
    let earlier = properties.iter().enumerate().filter_map(|(at, property)| last.insert(&property.name, at));
    earlier.map(|at| properties[at].key).gather()
}
