//! Members that only a condition or a dependency describes.

use crate::{
    json::JsonId,
    lower::Lower,
    rules::Rule,
    schema::{Keyword, Kinds, SchemaId},
    shape::{Part, Property, Shape, Term},
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
    let closed = shape.object.additional.iter().any(|additional| additional.part.is_none());
    let is_object = shape.kinds.has(Kinds::OBJECT) && (shape.typed || shape.object.key.is_some());
    if !cx.target.complete_nodes || closed || !is_object {
        return;
    }
    let mut found: Vec<(String, JsonId, Vec<Part>)> = Vec::new();
    for schema in schemas {
        let Some(entry) = cx.ast.entry(*schema, Keyword::Properties) else { continue };
        for link in cx.ast.links(entry.value) {
            let Some(described) = link.schema else { continue };
            let name = cx.ast.tape().key(link.key).into_owned();
            let part = vec![Term::Schema(described)];
            match found.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, _, parts)) => parts.push(part),
                None => found.push((name, link.key, vec![part])),
            }
        }
    }
    found.retain(|(name, ..)| shape.object.properties.iter().all(|property| property.name != *name));
    for (name, place, mut parts) in found {
        cx.log(rule, place)
            .loses(format!("other values as {name:?}, where the condition does not hold"))
            .detail(format!("{name:?} is declared, which only the condition describes"));
        let part = if parts.len() == 1 { parts.remove(0) } else { vec![Shape::any_of(place, parts).into()] };
        shape.object.key = shape.object.key.or(Some(key));
        shape.object.properties.push(Property::new(name, place, part));
    }
}
