//! Outlines are read from shapes and schemas, through references and `allOf`.

use super::{
    Additional, Fact, Model, Shape, Term, Union, facts::constrains_nothing, outline::Outline, parts, range::Range,
    spelled::spells,
};
use crate::{
    json::{JsonId, ValueSet},
    order::Map,
    resolve::Resolution,
    schema::{Entry, Keyword, KeywordSet, Kinds, NodeKind, REFERENCES, Says, SchemaId, Value},
};

/// Most schemas that are read for one outline, through references and `allOf`.
const MAX_READ: usize = 64;

/// Keywords that list values.
const LISTS: KeywordSet = KeywordSet::of(&[Keyword::Enum, Keyword::Const]);

impl Outline {
    /// Adds the waiting schemas, and those that they lead to.
    pub(super) fn read_on(&mut self, model: &Model<'_, '_>, mut waiting: Vec<SchemaId>) {
        while let Some(schema) = waiting.pop() {
            if self.read.len() >= MAX_READ {
                self.complete = false;
                break;
            }
            if self.read.insert(schema) {
                self.add_schema(model, schema, &mut waiting);
            }
        }
        self.nullable &= self.kinds.has(Kinds::NULL);
        // Strings that spell values of the types stand for those values, and are not compared.
        let is_spelled = |values: &mut Vec<JsonId>| {
            let tape = model.ast.tape();
            !self.kinds.has(Kinds::STRING) && values.iter().all(|value| spells(tape, *value, self.kinds))
        };
        if self.values.take_if(is_spelled).is_some() {
            self.complete = false;
        }
    }

    pub(super) fn add_shape(&mut self, model: &Model<'_, '_>, shape: &Shape, waiting: &mut Vec<SchemaId>) {
        self.kinds = if shape.never.is_some() { Kinds::NONE } else { self.kinds.intersect(shape.kinds) };
        self.nullable |= shape.allows_null_explicitly();
        self.null_beside |= shape.nullable_key.is_some() && shape.values.is_none();
        if let Some(values) = &shape.values {
            self.list(model, values.list.clone());
        }
        self.required.extend(shape.object.required.iter().map(|required| required.name.clone()));
        for property in &shape.object.properties {
            self.properties.or_default(property.name.clone()).extend(property.part.iter().cloned());
        }
        self.additional.extend(shape.object.additional.iter().cloned());
        if let Some((_, part)) = &shape.array.items {
            self.items.extend(part.iter().cloned());
        }
        self.complete &= shape.array.prefix.is_none() && shape.array.rest.is_none() && shape.verbatim().is_none();
        self.unions.extend(shape.unions.iter().cloned());
        if let Some(kept) = &shape.reference {
            let led = shape.entry_at(model, kept.key).map(|(schema, _)| self.add_reference(model, schema, waiting));
            self.complete &= led == Some(true);
        }
        let renamed = shape.object.properties.iter().any(|property| property.original.is_some());
        self.complete &= shape.coding.is_none() && shape.object.rest.is_none() && !renamed;
        for fact in &shape.facts {
            self.add_fact(model, shape, fact, waiting);
        }
    }

    fn add_fact(&mut self, model: &Model<'_, '_>, shape: &Shape, fact: &Fact, waiting: &mut Vec<SchemaId>) {
        match (fact.keyword, &fact.text) {
            (Keyword::Not, None) => match shape.entry_at(model, fact.key) {
                Some((_, Value::Schema(not))) => self.excluded.push(not),
                _ => self.complete = false,
            },
            (keyword, None) if keyword.is_reference() => {
                let led = shape.entry_at(model, fact.key).map(|(schema, _)| self.add_reference(model, schema, waiting));
                self.complete &= led == Some(true);
            }
            (keyword, Some(text)) => {
                self.complete &= Range::add(&mut self.ranges, keyword, text) || constrains_nothing(keyword);
            }
            (keyword, None) => self.add_plain(keyword, fact.key, model.ast.tape().slice(fact.key.value_of_key())),
        }
    }

    fn add_schema(&mut self, model: &Model<'_, '_>, schema: SchemaId, waiting: &mut Vec<SchemaId>) {
        let ast = model.ast;
        match ast.kind(schema) {
            NodeKind::Boolean(true) => {}
            NodeKind::Boolean(false) => self.kinds = Kinds::NONE,
            NodeKind::Malformed => {
                self.complete = false;
                let named = ast.named_types(schema);
                self.kinds = if named.is_empty() { self.kinds } else { self.kinds.intersect(named) };
            }
            NodeKind::Object => {
                let led = self.add_reference(model, schema, waiting);
                // Up to draft 7, `$ref` hides its siblings.
                if led && ast.old_draft(schema) && ast.keywords(schema).has(Keyword::Ref) {
                    return;
                }
                for entry in ast.entries(schema).iter().filter(|entry| !entry.shadowed) {
                    self.add_entry(model, schema, entry, waiting);
                }
            }
        }
    }

    /// Follows the reference of a schema; returns whether it resolves to a schema.
    fn add_reference(&mut self, model: &Model<'_, '_>, schema: SchemaId, waiting: &mut Vec<SchemaId>) -> bool {
        let keywords = model.ast.keywords(schema);
        let target = model.references.get(schema);
        let count = REFERENCES.into_iter().filter(|keyword| keywords.has(*keyword)).count();
        let led = if let Some(Resolution::Schema(target)) = target { Some(target) } else { None };
        self.complete &= count == usize::from(led.is_some());
        waiting.extend(led);
        led.is_some()
    }

    fn add_entry(&mut self, model: &Model<'_, '_>, schema: SchemaId, entry: &Entry, waiting: &mut Vec<SchemaId>) {
        let (ast, tape) = (model.ast, model.ast.tape());
        match ast.says(schema, entry) {
            Says::Types(types) => {
                let nullable = ast.entry(schema, Keyword::Nullable);
                let null = nullable.is_some_and(|entry| tape.boolean(entry.json()) == Some(true));
                self.kinds = self.kinds.intersect(if null { types.kinds.with(Kinds::NULL) } else { types.kinds });
            }
            Says::Enum(list) => self.list(model, ast.list(list)),
            Says::Const(value) => self.list(model, vec![value]),
            Says::Properties(links) => {
                // Of duplicate members, the last counts.
                let own: Map<_, _> = links.iter().filter_map(|link| Some((ast.name(link.key), link.schema?))).collect();
                for (name, schema) in &own {
                    self.properties.or_default(name.clone()).push(Term::Schema(*schema));
                    self.required.extend(ast.is_required_by_itself(*schema).map(|_| name.clone()));
                }
            }
            Says::Field(schema) => {
                self.properties.or_default(ast.name(entry.key)).push(Term::Schema(schema));
                self.required.extend(ast.is_required_by_itself(schema).map(|_| ast.name(entry.key)));
            }
            Says::Required(list) => self.required.extend(tape.elements(list).map(|name| ast.name(name))),
            Says::Additional(other) => self.additional.push(Additional::of(ast, schema, entry.key, other)),
            Says::Items(items) => self.items.push(Term::Schema(items)),
            Says::All(links) => waiting.extend(links.iter().filter_map(|link| link.schema)),
            Says::Any(links) if !links.is_empty() => {
                self.unions.push(Union { keyword: entry.keyword, key: entry.key, branches: parts(links) });
            }
            Says::Not(not) => self.excluded.push(not),
            Says::Nullable(null) => {
                self.nullable |= null;
                self.null_beside |= null && !ast.keywords(schema).meets(LISTS);
            }
            Says::Reference | Says::RequiredHere => {}
            Says::Malformed => self.complete = false,
            Says::Any(_) | Says::Positions(_) | Says::Rest(_) | Says::Other => {
                self.add_plain(entry.keyword, entry.key, entry.keyword.without_quotes(tape.slice(entry.json())));
            }
        }
    }

    /// Adds a bound, or a keyword that is compared by its value; any other clears `complete` if it constrains values.
    fn add_plain(&mut self, keyword: Keyword, key: JsonId, text: &str) {
        if Range::add(&mut self.ranges, keyword, text) || (keyword == Keyword::UniqueItems && text == "false") {
            return;
        }
        match keyword {
            Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum if text == "false" => {}
            Keyword::ExclusiveMinimum
            | Keyword::ExclusiveMaximum
            | Keyword::Pattern
            | Keyword::Format
            | Keyword::MultipleOf
            | Keyword::UniqueItems
            | Keyword::DependentRequired
            | Keyword::ContentMediaType
            | Keyword::ContentEncoding => self.others.push((keyword, key)),
            keyword => self.complete &= constrains_nothing(keyword),
        }
    }

    fn list(&mut self, model: &Model<'_, '_>, list: Vec<JsonId>) {
        if list.is_empty() {
            self.complete = false;
            return;
        }
        match &mut self.values {
            Some(mine) => {
                let theirs = ValueSet::of(model.ast.tape(), &list);
                mine.retain(|value| theirs.contains(*value));
            }
            None => self.values = Some(list),
        }
    }
}
