//! What is known of a definition's values before it is lowered.

use crate::{
    json::JsonId,
    lower::Lower,
    schema::{Entry, Keyword, Kinds, Says, SchemaId},
    shape::{Shape, in_place, remaining_kinds},
};

/// The keywords that lead to the schemas of objects within a value.
const WITHIN: &[Keyword] =
    &[Keyword::AllOf, Keyword::AnyOf, Keyword::OneOf, Keyword::Items, Keyword::PrefixItems, Keyword::Properties];

impl Lower<'_, '_> {
    /// Whether the values of a definition need a code.
    pub(in crate::lower) fn is_coded(&self, name: &str) -> bool {
        self.definition(name).is_some_and(|schema| self.has_code(schema))
    }

    /// Whether the values of a schema, as a definition, need a code at a place where values cannot have one.
    pub(crate) fn needs_impossible_code(&self, schema: SchemaId) -> bool {
        self.in_position() && self.has_code(schema)
    }

    /// Whether the values of a schema, as a definition, need a code.
    fn has_code(&self, schema: SchemaId) -> bool {
        let is_coded = self.definition_facts.is_coded(schema);
        if !is_coded {
            self.definitions.assume_uncoded(schema);
        }
        is_coded
    }

    /// Whether objects of a definition, or within one, may lack some property.
    pub(in crate::lower) fn has_optional(&self, name: &str) -> bool {
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

    /// The members that the objects of a schema require.
    pub(in crate::lower) fn required_of(&self, schema: SchemaId) -> Vec<String> {
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

    /// The types of a definition's originals; empty if it allows any.
    pub(in crate::lower) fn kinds_described(&self, name: &str) -> Kinds {
        let Some(schema) = self.definition(name) else { return Kinds::NONE };
        let kinds = || remaining_kinds(&self.model, &Shape::any_of(JsonId::ROOT, vec![schema.into()]));
        match self.definitions.kinds(schema, kinds) {
            Kinds::ALL if self.is_described_as_object(schema) => Kinds::OBJECT,
            Kinds::ALL => Kinds::NONE,
            kinds => kinds,
        }
    }

    /// The types of a definition's wire values; empty if it allows any.
    pub(in crate::lower) fn kinds_of_definition(&self, name: &str) -> Kinds {
        let kinds = self.kinds_described(name);
        let coded = self.definition(name).filter(|_| self.target.complete_nodes && !kinds.is_empty());
        coded.map_or(kinds, |schema| self.as_coded(kinds, schema))
    }

    /// Adds to a definition's types those that its values may be encoded as: lists for maps, objects for positions,
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

    /// The string type if some listed values have to be encoded as strings, else none.
    fn as_listed(&self, values: &[JsonId]) -> Kinds {
        let listed =
            |value: &JsonId| self.target.enums.with(Kinds::NULL).admits(Kinds::of(self.model.ast.tape(), *value));
        if values.iter().all(listed) { Kinds::NONE } else { Kinds::STRING }
    }

    /// Whether a definition without a type describes objects only, so that it gets that type.
    fn is_described_as_object(&self, schema: SchemaId) -> bool {
        let (ast, schema) = (self.model.ast, self.model.referent(schema));
        let about =
            |entry: &Entry| entry.keyword.info().is_none_or(|info| matches!(info.applies, Kinds::ALL | Kinds::OBJECT));
        self.target.complete_nodes
            && ast.entry(schema, Keyword::Properties).is_some()
            && ast.entries(schema).iter().all(about)
    }
}
