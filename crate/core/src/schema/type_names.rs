//! Names of types as other schema languages spell them, and names of types in place of a schema:
//! `"days": "number"`, `"days": ["number", "null"]`.

use super::{Ast, Kinds, NodeKind, SchemaId};
use crate::json::{JsonId, Kind};

/// The names that types have in other schema languages.
const NAMES: [(Kinds, &[&str]); 8] = [
    (Kinds::NULL, &["null", "none", "nil"]),
    (Kinds::BOOLEAN, &["boolean", "bool"]),
    (Kinds::INTEGER, &["integer", "int", "int32", "int64", "long"]),
    (Kinds::NUMBER, &["number", "float", "double", "decimal"]),
    (
        Kinds::STRING,
        &["string", "str", "text", "date", "date-time", "datetime", "uuid", "uri", "url", "email", "enum", "char"],
    ),
    (Kinds::ARRAY, &["array", "list", "tuple", "set"]),
    (Kinds::OBJECT, &["object", "dict", "dictionary", "map", "json", "record"]),
    (Kinds::ALL, &["any", "unknown", "mixed"]),
];

/// The types that a name stands for, in any letter case; none for unknown names.
pub(crate) fn meant(name: &str) -> Kinds {
    let is_meant = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    NAMES.iter().find(|(_, names)| is_meant(names)).map_or(Kinds::NONE, |(kinds, _)| *kinds)
}

impl Ast<'_> {
    /// The types that are named in place of a schema, by one name or a list; none if a name is unknown, and for other
    /// JSON.
    pub(crate) fn named_types(&self, schema: SchemaId) -> Kinds {
        let (tape, json) = (self.tape(), self.json(schema));
        let named = |name: JsonId| tape.string(name).map_or(Kinds::NONE, |name| meant(&name));
        if self.kind(schema) != NodeKind::Malformed || tape.kind(json) != Kind::Array {
            return named(json);
        }
        let all_known = tape.elements(json).all(|name| !named(name).is_empty());
        let kinds = tape.elements(json).fold(Kinds::NONE, |kinds, name| kinds.with(named(name)));
        if all_known { kinds } else { Kinds::NONE }
    }
}
