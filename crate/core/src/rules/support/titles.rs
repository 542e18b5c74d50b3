//! Titles that can be descriptions.

use crate::{json::JsonId, lower::Lower, shape::Fact};

/// Whether a title says more than the name of its property, if it is of one.
pub(crate) fn describes(cx: &Lower<'_, '_>, title: &Fact, property: Option<JsonId>) -> bool {
    let name = property.map(|key| cx.model.ast.tape().key(key));
    !name.is_some_and(|name| letters(&name).eq(letters(&cx.fact_string(title))))
}

/// A name or a title without case, spaces and punctuation: `object_id`, `objectId` and `Object Id` are equal.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_ascii() || c.is_ascii_alphanumeric()).map(|c| c.to_ascii_lowercase())
}
