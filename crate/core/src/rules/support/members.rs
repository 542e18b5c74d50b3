//! Members that only a condition or a dependency describes.

use crate::{
    json::JsonId,
    lower::Lower,
    rules::Rule,
    schema::Kinds,
    shape::{Mentioned, Property, Shape},
};

/// Declares the members that a condition or a dependency speaks of and the node does not: what is not
/// declared, the model cannot give. Of a member that several describe, all descriptions are choices.
pub(crate) fn declare_members(
    cx: &mut Lower<'_, '_>,
    shape: &mut Shape,
    rule: &'static Rule,
    key: JsonId,
    mut found: Vec<Mentioned>,
) {
    let is_object = shape.kinds.has(Kinds::OBJECT) && (shape.typed || shape.object.key.is_some() || cx.at_arguments());
    if !cx.target.complete_nodes || shape.object.is_closed() || !is_object {
        return;
    }
    let declared = shape.object.declared();
    found.retain(|one| !one.name.is_empty() && !declared.contains(one.name.as_str()));
    for one in found {
        let (name, place) = (one.name.clone(), one.key);
        let edit = cx.log(rule, place).detail(format!("{name:?} is declared, which only the condition speaks of"));
        if !one.parts.is_empty() {
            edit.loses(format!("other values as {name:?}, where the condition does not hold"));
        }
        shape.object.declare(Property::new(name, place, one.into_part()), key);
    }
}
