//! What each keyword means by itself: how it is read into the shape if no rule reads it.

use super::Reader;
use crate::{
    json::JsonId,
    order::{Gather, Map, Set},
    schema::{Entry, Keyword, Link, Says},
    shape::{Additional, Fact, Part, Property, Required, Union, Values, parts},
};

impl Reader<'_, '_, '_> {
    /// Reads a keyword into the shape by its meaning; what the model cannot express is kept as a fact.
    pub(crate) fn absorb(&mut self, entry: &Entry) {
        let (ast, key) = (self.cx.model.ast, entry.key);
        if entry.loose {
            match self.cx.handlers.loose {
                Some(hook) => hook(self, entry),
                None => return self.keep(entry),
            }
        }
        match ast.says(self.schema, entry) {
            Says::Malformed => self.absorb_malformed(entry),
            Says::Types(types) => {
                self.shape.kinds = types.kinds;
                self.shape.typed = true;
                self.shape.type_key = Some(key);
            }
            Says::Nullable(true) => self.shape.nullable_key = Some(key),
            Says::Const(value) => self.absorb_values(entry, vec![value]),
            Says::Enum(list) => self.absorb_values(entry, ast.list(list)),
            Says::Properties(links) => self.absorb_properties(entry, links),
            Says::Required(list) => self.absorb_required(entry, list),
            Says::RequiredHere => {}
            Says::Field(schema) => self.absorb_properties(entry, &[Link { key, schema: Some(schema) }]),
            Says::Additional(other) => {
                self.shape.object.additional.push(Additional::of(ast, self.schema, key, other));
            }
            Says::Items(items) => self.shape.array.items = Some((key, Part::from(items))),
            Says::Positions(links) => self.shape.array.prefix = Some((key, parts(links))),
            Says::Rest(rest) => self.shape.array.rest = Some((key, Part::from(rest))),
            Says::Any(links) => {
                self.shape.unions.push(Union { keyword: entry.keyword, key, branches: parts(links) });
            }
            Says::Other if entry.loose && !self.cx.target.quoted_numbers => self.absorb_number(entry),
            Says::Nullable(false) | Says::All(_) | Says::Not(_) | Says::Reference | Says::Other => self.keep(entry),
        }
    }

    fn absorb_malformed(&mut self, entry: &Entry) {
        match self.cx.handlers.malformed {
            Some(hook) => hook(self, entry.key),
            None => self.keep(entry),
        }
    }

    fn absorb_values(&mut self, entry: &Entry, list: Vec<JsonId>) {
        let values = Values { keyword: entry.keyword, key: entry.key, list, as_written: true };
        self.shape.intersect_values(self.cx.model.ast, Some(values));
    }

    /// Reads a number in quotes as a number, where the target does not take quotes.
    fn absorb_number(&mut self, entry: &Entry) {
        let number = entry.keyword.without_quotes(self.cx.model.ast.tape().slice(entry.json())).to_owned();
        self.shape.facts.push(Fact::of(entry.keyword, entry.key, number));
    }

    fn absorb_properties(&mut self, entry: &Entry, links: &[Link]) {
        self.shape.object.key = self.shape.object.key.or(Some(entry.key));
        self.shape.keywords.insert(Keyword::Properties);
        let ast = self.cx.model.ast;
        let mut properties = Vec::with_capacity(links.len());
        for Link { key, schema } in links {
            properties.extend(schema.map(|schema| Property::new(ast.name(*key), *key, schema.into())));
            if let Some(source) = schema.and_then(|schema| ast.is_required_by_itself(schema)) {
                self.shape.object.required.push(Required { name: ast.name(*key), source });
            }
        }
        if let Some(hook) = self.cx.handlers.doubled {
            let earlier = earlier_doubles(&properties);
            for key in &earlier {
                hook(self, *key);
            }
            let earlier: Set<JsonId> = earlier.into_iter().collect();
            properties.retain(|property| !earlier.contains(&property.key));
        }
        self.shape.object.properties.append(&mut properties);
    }

    fn absorb_required(&mut self, entry: &Entry, list: JsonId) {
        let tape = self.cx.model.ast.tape();
        self.shape.object.required_key = Some(entry.key);
        let names = tape.elements(list);
        let names = names.filter_map(|source| Some(Required { name: tape.string(source)?.into_owned(), source }));
        self.shape.object.required.extend(names);
    }
}

/// The number of members up to which they are compared pairwise.
const FEW: usize = 16;

/// The keys of members that a later member of the same name replaces.
fn earlier_doubles(properties: &[Property]) -> Vec<JsonId> {
    if properties.len() <= FEW {
        let earlier = |(at, mine): (usize, &Property)| properties[..at].iter().rev().find(|it| it.name == mine.name);
        return properties.iter().enumerate().filter_map(earlier).map(|property| property.key).gather();
    }
    let mut last: Map<&str, usize> = Map::new();
    let earlier = properties.iter().enumerate().filter_map(|(at, property)| last.insert(&property.name, at));
    earlier.map(|at| properties[at].key).gather()
}
