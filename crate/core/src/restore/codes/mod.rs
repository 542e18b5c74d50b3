//! Dispatches each code to the module that handles it.

mod array;
mod entries;
mod member;
mod object;
mod text;
mod tuple;
mod union;
mod values;

use super::{Code, walk::Walk};
use crate::json::{JsonId, Quoted};

/// Writes a value by its code.
pub(super) fn step<'c>(walk: &mut Walk<'_, 'c, '_>, code: &'c Code, id: JsonId) {
    match code {
        Code::Object(object) => object::walk(walk, object, id),
        Code::Array(items) => array::walk(walk, items, id),
        Code::Union(branches) => union::walk(walk, branches, id),
        Code::Entries { value } => entries::walk(walk, value.as_deref(), id),
        Code::Json | Code::Text => text::json(walk, id),
        Code::Any => text::any(walk, id),
        Code::Values(originals) => values::listed(walk, originals, id),
        Code::Integer => values::integer(walk, id),
        Code::Member { name, value } => member::walk(walk, name, value.as_deref(), id),
        Code::Tuple(code) => tuple::walk(walk, code, id),
        Code::Definition(name) => match walk.codec.definitions.get(name) {
            Some(code) => walk.value(Some(code), id),
            None => walk.pass(id, &format_args!("the codec has no definition {}", Quoted(name))),
        },
    }
}
