//! The object keywords of a shape: members declared, required, and all others.

use super::data::{Additional, ObjectFacts, Part, Property, Required, Term};
use crate::{
    json::JsonId,
    order::Set,
    schema::{Ast, Keyword, SchemaId},
};

impl Property {
    /// A member that keeps its name.
    #[must_use]
    pub fn new(name: String, key: JsonId, part: Part) -> Property {
        Property { name, key, part, original: None, null_for_absent: false, always_sent: false, is_name: false }
    }
}

impl Required {
    /// The names in a list.
    pub(crate) fn names(list: &[Required]) -> Set<&str> {
        list.iter().map(|required| required.name.as_str()).collect()
    }
}

impl Additional {
    /// The `additionalProperties` of `schema`: its key, and the schema `other` that is its value.
    pub(crate) fn of(ast: &Ast<'_>, schema: SchemaId, key: JsonId, other: SchemaId) -> Additional {
        let declared = ast.entry(schema, Keyword::Properties).map_or(&[][..], |entry| ast.links(entry.value));
        Additional {
            names: declared.iter().map(|link| link.key).chain(ast.fields(schema)).map(|key| ast.name(key)).collect(),
            patterns: ast.has_patterns(schema),
            ..Additional::nameless(ast, key, other)
        }
    }

    /// The same without the names that are declared, for a schema whose members are not read.
    pub(crate) fn nameless(ast: &Ast<'_>, key: JsonId, other: SchemaId) -> Additional {
        let part = (!ast.is_false(other)).then(|| other.into());
        Additional { key, part, names: Set::new(), patterns: false }
    }

    /// Whether a schema other than `true` and `{}` describes undeclared members.
    pub(crate) fn describes(&self, ast: &Ast<'_>) -> bool {
        let is_true = |term: &Term| matches!(term, Term::Schema(schema) if ast.is_true(*schema));
        self.part.as_ref().is_some_and(|part| !part.iter().all(is_true))
    }
}

impl ObjectFacts {
    /// Whether a schema of the conjunction forbids members that it does not declare.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.additional.iter().any(|additional| additional.part.is_none())
    }

    /// Whether a schema of the conjunction forbids all members that it does not declare, as it has no patterns.
    pub(crate) fn allows_only_declared(&self) -> bool {
        self.closed || self.additional.iter().any(|additional| additional.part.is_none() && !additional.patterns)
    }

    /// Whether a schema of the conjunction forbids a required member.
    pub(crate) fn lacks_a_member(&self) -> bool {
        let mut closings = self.additional.iter().filter(|closing| closing.part.is_none() && !closing.patterns);
        closings.any(|closing| self.required.iter().any(|required| !closing.names.contains(&required.name)))
    }

    /// Whether a member is declared.
    #[must_use]
    pub fn declares(&self, name: &str) -> bool {
        self.properties.iter().any(|property| property.name == name)
    }

    /// Whether a member is required.
    #[must_use]
    pub fn requires(&self, name: &str) -> bool {
        self.required.iter().any(|required| required.name == name)
    }

    /// The names of the members declared.
    pub(crate) fn declared(&self) -> Set<&str> {
        self.properties.iter().map(|property| property.name.as_str()).collect()
    }

    /// Declares and requires a member.
    pub(crate) fn need(&mut self, name: &str, key: JsonId, part: Part) {
        self.required.push(Required { name: name.to_owned(), source: key });
        self.declare(Property::new(name.to_owned(), key, part), key);
    }

    /// Declares a member; `place` becomes the key of the members if they have none.
    pub(crate) fn declare(&mut self, property: Property, place: JsonId) {
        self.key = self.key.or(Some(place));
        self.properties.push(property);
    }
}
