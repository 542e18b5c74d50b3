//! The names that types have in other schema languages.

use crate::{
    lower::Lower,
    schema::{Kinds, TypeCase},
};

/// What stands for the names: `` `type: "INTEGER"` ``.
pub(in crate::rules) fn written(cx: &Lower<'_, '_>, kinds: Kinds) -> String {
    if kinds.is_empty() || kinds == Kinds::ALL {
        return "removed, as it stands for no type in particular".to_owned();
    }
    let case = cx.case.unwrap_or(TypeCase::Lower);
    let names: Vec<String> = kinds.iter().map(|kind| format!("\"{}\"", kind.name(case))).collect();
    match names.as_slice() {
        [one] if cx.target.types.has(kinds) => format!("`type: {one}`"),
        [one] => format!("read as `type: {one}`"),
        several => format!("read as `type: [{}]`", several.join(",")),
    }
}

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

/// The types that a name stands for, in any case; none for names that tell nothing.
pub(in crate::rules) fn meant(name: &str) -> Kinds {
    let is_meant = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    NAMES.iter().find(|(_, names)| is_meant(names)).map_or(Kinds::NONE, |(kinds, _)| *kinds)
}
