//! The meaning of single keywords: the one place where members of a schema are interpreted. Shapes, outlines,
//! conditions and descriptions are built from it.

use super::{Ast, Entry, Keyword, Link, SchemaId, Types, Value};
use crate::json::JsonId;

/// The meaning of a keyword.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Says<'a> {
    /// No meaning: the keyword does not take its value.
    Malformed,
    /// The types, whose names are all known.
    Types(Types),
    /// Whether null is allowed besides the types.
    Nullable(bool),
    /// The only value.
    Const(JsonId),
    /// The list of the values.
    Enum(JsonId),
    /// The properties, by name.
    Properties(&'a [Link]),
    /// The list of the names of required members.
    Required(JsonId),
    /// Whether the property that has this schema is required (draft 3).
    RequiredHere,
    /// The schema of a property without `properties` around it.
    Field(SchemaId),
    /// The schema of members that no sibling keyword describes.
    Additional(SchemaId),
    /// The schema of every item.
    Items(SchemaId),
    /// The schemas of the items at the first positions.
    Positions(&'a [Link]),
    /// The schema of the items after those positions.
    Rest(SchemaId),
    /// Schemas of which a value satisfies at least one; of `oneOf`, exactly one.
    Any(&'a [Link]),
    /// Schemas of which a value satisfies all.
    All(&'a [Link]),
    /// The schema that a value must not satisfy.
    Not(SchemaId),
    /// A reference, whose target a value must satisfy.
    Reference,
    /// Anything else.
    Other,
}

impl Ast<'_> {
    /// The meaning of a keyword of a schema.
    pub(crate) fn says(&self, schema: SchemaId, entry: &Entry) -> Says<'_> {
        match (entry.keyword, entry.value) {
            (_, Value::Malformed) => Says::Malformed,
            (Keyword::Type, Value::Types(types)) if !types.unknown => Says::Types(types),
            (Keyword::Nullable, _) => Says::Nullable(self.tape().boolean(entry.json()) == Some(true)),
            (Keyword::Const, _) => Says::Const(entry.json()),
            (Keyword::Enum, _) => Says::Enum(entry.json()),
            (Keyword::Properties, value) => Says::Properties(self.links(value)),
            (Keyword::Required, _) if self.tape().boolean(entry.json()).is_some() => Says::RequiredHere,
            (Keyword::Unknown, Value::Schema(schema)) => Says::Field(schema),
            (Keyword::Required, _) => Says::Required(entry.json()),
            (Keyword::AdditionalProperties, Value::Schema(schema)) => Says::Additional(schema),
            (Keyword::Items, Value::Schema(items)) if self.has_list(schema, Keyword::PrefixItems) => Says::Rest(items),
            (Keyword::Items, Value::Schema(items)) => Says::Items(items),
            (Keyword::Items | Keyword::PrefixItems, Value::Links(..)) => Says::Positions(self.links(entry.value)),
            // `additionalItems` has an effect only beside a list of positions.
            (Keyword::AdditionalItems, Value::Schema(rest)) if self.has_list(schema, Keyword::Items) => {
                Says::Rest(rest)
            }
            (Keyword::AnyOf | Keyword::OneOf, value) => Says::Any(self.links(value)),
            (Keyword::AllOf, Value::Links(..)) => Says::All(self.links(entry.value)),
            (Keyword::Not, Value::Schema(not)) => Says::Not(not),
            (keyword, _) if keyword.is_reference() => Says::Reference,
            _ => Says::Other,
        }
    }

    /// Whether the value of a keyword is a list of schemas.
    fn has_list(&self, schema: SchemaId, keyword: Keyword) -> bool {
        self.entry(schema, keyword).is_some_and(|entry| matches!(entry.value, Value::Links(..)))
    }
}
