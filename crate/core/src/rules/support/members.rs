//! Members that only a condition or a dependency describes.

use crate::{
    json::JsonId,
    lower::Lower,
    rules::Rule,
    schema::{Keyword, Kinds, SchemaId},
    shape::{Part, Property, Shape},
};

/// Declares the members that the schemas of a condition describe and the node does not: what is not
/// declared, the model cannot give. Of a member that several describe, all descriptions are choices.
pub(crate) fn declare_members(
    cx: &mut Lower<'_, '_>,
    shape: &mut Shape,
    rule: &'static Rule,
    key: JsonId,
    schemas: &[SchemaId],
) {
    let is_object = shape.kinds.has(Kinds::OBJECT) && (shape.typed || shape.object.key.is_some());
    if !cx.target.complete_nodes || shape.object.is_closed() || !is_object {
        return;
    }
    let mut found: Vec<(String, JsonId, Vec<Part>)> = Vec::new();
    for schema in schemas {
        let Some(entry) = cx.ast.entry(*schema, Keyword::Properties) else { continue };
        for link in cx.ast.links(entry.value) {
            let Some(described) = link.schema else { continue };
            let name = cx.ast.name(link.key);
            if shape.object.declares(&name) {
                continue;
            }
            match found.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, _, parts)) => parts.push(described.into()),
                None => found.push((name, link.key, vec![described.into()])),
            }
        }
    }
    for (name, place, parts) in found {
        cx.log(rule, place)
            .loses(format!("other values as {name:?}, where the condition does not hold"))
            .detail(format!("{name:?} is declared, which only the condition describes"));
        shape.object.declare(Property::new(name, place, Shape::either(place, parts)), key);
    }
}
