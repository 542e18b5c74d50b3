//! What a typed schema is made of: keywords with their values, and the schemas in them.

use super::{keyword::Keyword, kinds::Types};
use crate::json::JsonId;

/// Index of a schema in an [`Ast`](super::Ast).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemaId(pub(super) u32);

impl SchemaId {
    /// The schema that was typed first.
    pub const ROOT: SchemaId = SchemaId(0);

    /// Position in the arena, for tables indexed by schema.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which names count as keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// JSON Schema's.
    #[default]
    JsonSchema,
    /// JSON Schema's, and the proto names that Google's server reads too (`any_of`).
    Proto,
}

/// The kind of JSON in a schema position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// An object of keywords.
    Object,
    /// `true` or `false`.
    Boolean(bool),
    /// Any other JSON.
    Malformed,
}

/// A keyword's value, typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A schema.
    Schema(SchemaId),
    /// A list of schemas, or an object of them: a range of [`Ast::links`](super::Ast::links).
    Links(u32, u32),
    /// `type`.
    Types(Types),
    /// Any other value that the keyword takes.
    Data,
    /// JSON that the keyword does not take.
    Malformed,
}

/// A keyword in a schema, in source order.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Which keyword.
    pub keyword: Keyword,
    /// The member's key; its value follows ([`JsonId::value_of_key`]).
    pub key: JsonId,
    /// The value, typed.
    pub value: Value,
    /// Whether a later member of the same name replaces it.
    pub shadowed: bool,
    /// Whether it is read by its evident intent, a meaning that JSON Schema does not give it.
    pub loose: bool,
}

impl Entry {
    /// The JSON of the value.
    #[must_use]
    pub fn json(&self) -> JsonId {
        self.key.value_of_key()
    }
}

/// A subschema in a list or a map.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The member's key in a map; the element itself in a list.
    pub key: JsonId,
    /// The schema; `None` where a map holds a list of names (`dependencies`).
    pub schema: Option<SchemaId>,
}
