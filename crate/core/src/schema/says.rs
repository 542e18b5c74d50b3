//! What a keyword says by itself: the one place where members of a schema are interpreted. Shapes, outlines, conditions
//! and words are made of it.

use super::{Ast, Entry, Keyword, Link, SchemaId, Types, Value};
use crate::json::JsonId;

/// What a keyword says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Says<'a> {
    /// Nothing that can be read: the keyword does not take its value.
    Malformed,
    /// The types, all of known names.
    Types(Types),
    /// Whether null is allowed beside them.
    Nullable(bool),
    /// The only value.
    Const(JsonId),
    /// The list of the values.
    Enum(JsonId),
    /// The properties, by name.
    Properties(&'a [Link]),
    /// The list of the names that must be there.
    Required(JsonId),
    /// Whether this property must be there.
    RequiredHere,
    /// One of the properties.
    Field(SchemaId),
    /// What properties are that no other keyword declares.
    Additional(SchemaId),
    /// What every item is.
    Items(SchemaId),
    /// What the items at the first positions are.
    Positions(&'a [Link]),
    /// What the items after them are.
    Rest(SchemaId),
    /// At least one of these holds; of `oneOf` no other.
    Any(&'a [Link]),
    /// All of these hold.
    All(&'a [Link]),
    /// This does not hold.
    Not(SchemaId),
    /// What it leads to holds.
    Reference,
    /// Something else.
    Other,
}

impl Ast<'_> {
    /// What a keyword of a schema says.
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
            // `additionalItems` says something only beside a list of positions.
            (Keyword::AdditionalItems, Value::Schema(rest)) if self.has_list(schema, Keyword::Items) => {
                Says::Rest(rest)
            }
            (Keyword::AnyOf | Keyword::OneOf, value) => Says::Any(self.links(value)),
            (Keyword::AllOf, Value::Links(..)) => Says::All(self.links(entry.value)),
            (Keyword::Not, Value::Schema(not)) => Says::Not(not),
            (Keyword::Ref | Keyword::DynamicRef | Keyword::RecursiveRef, _) => Says::Reference,
            _ => Says::Other,
        }
    }

    /// Whether a keyword of a schema holds a list of schemas.
    fn has_list(&self, schema: SchemaId, keyword: Keyword) -> bool {
        self.entry(schema, keyword).is_some_and(|entry| matches!(entry.value, Value::Links(..)))
    }
}
