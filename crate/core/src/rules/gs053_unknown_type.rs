//! # unknown type names
//!
//! Reads names of types from other languages, and drops what is no type at all.
//!
//! ## Why
//!
//! Gemini has seven type names and refuses any other.
//!
//! ## What changes
//!
//! JSON Schema gives such names no meaning; what the author meant is kept where the name tells it.

use super::{Hook, Phase, Priority, Rule, When};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-type-not-enum"],
    hooks: &[Hook::Narrow { on: When::Has(&[Keyword::Type]), phase: Phase::Root, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let tape = cx.ast.tape();
    for fact in shape.take_facts(Keyword::Type) {
        let value = fact.key.value_of_key();
        // A name, or a list of names.
        let mut kinds = tape.string(value).map_or(Kinds::NONE, |name| meant(&name));
        for name in tape.elements(value).filter_map(|name| tape.string(name)) {
            kinds = kinds.with(meant(&name));
        }
        cx.log(&RULE, fact.key);
        if !kinds.is_empty() && kinds != Kinds::ALL {
            shape.set_kinds(shape.kinds.intersect(kinds));
            shape.decide(tape);
        }
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
fn meant(name: &str) -> Kinds {
    let is_meant = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    NAMES.iter().find(|(_, names)| is_meant(names)).map_or(Kinds::NONE, |(kinds, _)| *kinds)
}
