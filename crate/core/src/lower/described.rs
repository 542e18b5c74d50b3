//! What is known of a definition's values before it is lowered.

use super::Lower;
use crate::{
    json::JsonId,
    resolve::Resolution,
    schema::{Entry, Keyword, Kinds, Says, SchemaId},
    shape::{Shape, in_place, kinds_left},
};

/// How many definitions that are no more than a reference are followed.
const MAX_STEPS: usize = 8;

/// What leads to the schemas of the objects in a value.
const WITHIN: &[Keyword] =
    &[Keyword::AllOf, Keyword::AnyOf, Keyword::OneOf, Keyword::Items, Keyword::PrefixItems, Keyword::Properties];

impl Lower<'_, '_> {
    /// Whether the values of a definition have to be undone.
    pub(super) fn is_coded(&self, name: &str) -> bool {
        self.definition(name).is_some_and(|schema| self.has_code(schema))
    }

    /// Whether the values of a schema, as a definition, have to be undone, in a place for whose values there is no code.
    pub(crate) fn is_coded_in_vain(&self, schema: SchemaId) -> bool {
        self.in_position() && self.has_code(schema)
    }

    /// Whether the values of a schema, as a definition, have to be undone.
    fn has_code(&self, schema: SchemaId) -> bool {
        self.definition_facts.is_coded(schema) || self.definitions.ask(schema)
    }

    /// Whether an object that a definition describes, or one within it, may be without some property.
    pub(super) fn has_optional(&self, name: &str) -> bool {
        let Some(schema) = self.definition(name) else { return false };
        let ast = self.model.ast;
        let lacks = |schema: &SchemaId| {
            let (mut declared, mut required) = (0, 0);
            for entry in ast.entries(*schema) {
                match ast.says(*schema, entry) {
                    Says::Properties(links) => declared += links.len(),
                    Says::Field(_) => declared += 1,
                    Says::Required(list) => required = ast.tape().elements(list).count(),
                    _ => {}
                }
            }
            declared > required
        };
        self.definitions.has_optional(schema, || in_place(&self.model, &[schema], WITHIN).iter().any(lacks))
    }

    /// The members that the objects of a schema must have.
    pub(super) fn required_of(&self, schema: SchemaId) -> Vec<String> {
        let (ast, tape) = (self.model.ast, self.model.ast.tape());
        let mut names: Vec<String> = Vec::new();
        for schema in in_place(&self.model, &[schema], &[Keyword::AllOf]).iter() {
            for entry in ast.entries(*schema) {
                let Says::Required(list) = ast.says(*schema, entry) else { continue };
                for name in tape.elements(list).filter_map(|name| tape.string(name)) {
                    if !names.iter().any(|known| *known == name) {
                        names.push(name.into_owned());
                    }
                }
            }
        }
        names
    }

    /// The types of a definition's originals; none where it allows any.
    pub(super) fn kinds_described(&self, name: &str) -> Kinds {
        let Some(schema) = self.definition(name) else { return Kinds::NONE };
        let kinds = || kinds_left(&self.model, &Shape::any_of(JsonId::ROOT, vec![schema.into()]));
        match self.definitions.kinds(schema, kinds) {
            Kinds::ALL if self.is_described_as_object(schema) => Kinds::OBJECT,
            Kinds::ALL => Kinds::NONE,
            kinds => kinds,
        }
    }

    /// The types that a definition leaves; none where it leaves any.
    pub(super) fn kinds_of_definition(&self, name: &str) -> Kinds {
        let kinds = self.kinds_described(name);
        let coded = self.definition(name).filter(|_| self.target.complete_nodes && !kinds.is_empty());
        coded.map_or(kinds, |schema| self.as_coded(kinds, schema))
    }

    /// The types of a definition with those that its codes may turn them into: lists for maps, objects for positions,
    /// strings for values that cannot be listed.
    fn as_coded(&self, kinds: Kinds, schema: SchemaId) -> Kinds {
        let ast = self.model.ast;
        let held = in_place(&self.model, &[schema], &[Keyword::AllOf]);
        let members = |schema: &SchemaId| ast.entry(*schema, Keyword::Properties).map(|entry| ast.links(entry.value));
        let named = held.iter().filter_map(members).any(|links| !links.is_empty());
        let mut coded = if kinds.has(Kinds::OBJECT) && !named { kinds.with(Kinds::ARRAY) } else { kinds };
        for schema in in_place(&self.model, &[schema], &[Keyword::AllOf, Keyword::AnyOf, Keyword::OneOf]).iter() {
            for entry in ast.entries(*schema) {
                coded = match ast.says(*schema, entry) {
                    Says::Positions(_) if kinds.has(Kinds::ARRAY) => coded.with(Kinds::OBJECT),
                    Says::Const(value) => coded.with(self.as_listed(&[value])),
                    Says::Enum(list) => coded.with(self.as_listed(&ast.list(list))),
                    _ => coded,
                };
            }
        }
        coded
    }

    /// The type of the strings that stand for listed values, if some need them.
    fn as_listed(&self, values: &[JsonId]) -> Kinds {
        let listed =
            |value: &JsonId| self.target.enums.with(Kinds::NULL).admits(Kinds::of(self.model.ast.tape(), *value));
        if values.iter().all(listed) { Kinds::NONE } else { Kinds::STRING }
    }

    /// Whether a definition has no type and describes objects alone, which makes it one of objects.
    fn is_described_as_object(&self, schema: SchemaId) -> bool {
        let (ast, schema) = (self.model.ast, self.described(schema));
        let about =
            |entry: &Entry| entry.keyword.info().is_none_or(|info| matches!(info.applies, Kinds::ALL | Kinds::OBJECT));
        self.target.complete_nodes
            && ast.entry(schema, Keyword::Properties).is_some()
            && ast.entries(schema).iter().all(about)
    }

    /// The schema that a definition comes to, which may be no more than a reference itself.
    pub(super) fn described(&self, mut schema: SchemaId) -> SchemaId {
        for _ in 0..MAX_STEPS {
            match self.model.references.get(schema) {
                Some(Resolution::Schema(target)) if self.model.ast.entries(schema).len() == 1 => schema = target,
                _ => break,
            }
        }
        schema
    }
}
