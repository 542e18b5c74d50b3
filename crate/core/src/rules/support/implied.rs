//! The types that a schema without `type` implies.

use crate::{
    lower::Lower,
    schema::{Keyword, Kinds},
    shape::Shape,
};

/// The types to which the keywords of a shape apply; all types if there are none.
pub(crate) fn implied_types(cx: &Lower<'_, '_>, shape: &Shape) -> Kinds {
    if cx.at_object_root() {
        return Kinds::OBJECT;
    }
    types_of_keywords(cx, shape)
}

/// The types that the keywords of a shape apply to, wherever it is; all types if they apply to any.
pub(crate) fn types_of_keywords(cx: &Lower<'_, '_>, shape: &Shape) -> Kinds {
    let null = if shape.or_null { Kinds::NULL } else { Kinds::NONE };
    if let Some(values) = shape.listed_values() {
        return values.kinds(cx.model.ast.tape()).with(null);
    }
    let mut kinds = Kinds::NONE;
    if shape.has_object_facts() {
        kinds = kinds.with(Kinds::OBJECT);
    }
    if shape.has_array_facts() {
        kinds = kinds.with(Kinds::ARRAY);
    }
    for fact in &shape.facts {
        kinds = match fact.keyword {
            Keyword::Format => kinds.with(Kinds::STRING),
            keyword => match keyword.info() {
                Some(info) if info.applies != Kinds::ALL => kinds.with(info.applies),
                _ => kinds,
            },
        };
    }
    if kinds.has(Kinds::OBJECT) && shape.object.lacks_a_member() && shape.kinds != Kinds::OBJECT {
        // The object keywords exclude every object, and do not constrain values of other types, where these are
        // allowed.
        kinds = if kinds == Kinds::OBJECT { Kinds::ALL } else { kinds }.without(Kinds::OBJECT);
    }
    if kinds.is_empty() { Kinds::ALL } else { kinds.with(null) }
}

/// The types in the output, as code: `` `type: "INTEGER"` ``; `several` precedes a list of more than one.
pub(crate) fn types_as_code(cx: &Lower<'_, '_>, kinds: Kinds, several: &str) -> String {
    let case = cx.type_case();
    let names: Vec<&str> = kinds.without(Kinds::NULL).folded().iter().map(|kind| kind.name(case)).collect();
    let types = match names.as_slice() {
        [] => return "the type null".to_owned(),
        [one] => format!("`type: \"{one}\"`"),
        names => format!("{several} {}", names.join(", ")),
    };
    let nullable = kinds.has(Kinds::NULL) && cx.target.takes(Keyword::Nullable);
    types + if nullable { " with `nullable: true`" } else { "" }
}
