//! Flattening: a union of objects as one object that has every branch's members.

use std::mem;

use super::{Part, Property, Shape, branch};
use crate::{
    json::JsonId,
    order::{Gather, Map},
    schema::{Keyword, Kinds},
};

/// Folds all unions of an object into its own members: every branch's properties, required where
/// all branches require them. Returns which members go together, in words.
pub fn flatten_unions(shape: &mut Shape) -> Option<String> {
    let unions = mem::take(&mut shape.unions);
    let mut words = Vec::new();
    for union in &unions {
        let open = union.branches.iter().filter_map(|part| branch(part));
        let branches = open.filter(|open| open.kinds.meets(Kinds::OBJECT)).gather();
        words.extend(describe(union.keyword, &branches));
        add_members(shape, union.key, &branches);
    }
    (!words.is_empty()).then(|| words.join("; "))
}

fn add_members(shape: &mut Shape, key: JsonId, branches: &[&Shape]) {
    let mut members: Vec<(&str, JsonId, Vec<Part>)> = Vec::new();
    let mut places: Map<&str, usize> = Map::new();
    for branch in branches {
        for property in &branch.object.properties {
            let at = *places.or_insert_with(&property.name, || members.len());
            if at == members.len() {
                members.push((&property.name, property.key, Vec::new()));
            }
            members[at].2.push(property.part.clone());
        }
    }
    for (name, property_key, parts) in &mut members {
        let part = Shape::either(key, mem::take(parts));
        // A branch's member narrows the parent's of the same name.
        if let Some(mine) = shape.object.properties.iter_mut().find(|mine| mine.name == *name) {
            mine.part.extend(part);
        } else {
            shape.object.properties.push(Property::new((*name).to_owned(), *property_key, part));
        }
        shape.object.key = shape.object.key.or(Some(key));
    }
    let Some((first, rest)) = branches.split_first() else { return };
    for required in &first.object.required {
        let everywhere = rest.iter().all(|branch| branch.object.requires(&required.name));
        if everywhere && !shape.object.requires(&required.name) {
            shape.object.required.push(required.clone());
        }
    }
}

/// "either a, or b": the members that each branch requires, or has where it requires none; "a or b is
/// needed" for branches that may hold together and only require.
fn describe(keyword: Keyword, branches: &[&Shape]) -> Option<String> {
    let mut groups = Vec::new();
    for Shape { object, .. } in branches {
        let mut names: Vec<&str> = object.required.iter().map(|required| required.name.as_str()).collect();
        if names.is_empty() {
            names = object.properties.iter().map(|property| property.name.as_str()).collect();
        }
        let group = names.join(" + ");
        if !group.is_empty() {
            groups.push(group);
        }
    }
    let distinct = groups.iter().any(|group| *group != groups[0]);
    let only_required = |branch: &&Shape| branch.object.properties.is_empty() && !branch.object.required.is_empty();
    let needed = keyword == Keyword::AnyOf && branches.iter().all(only_required);
    distinct.then(|| match groups.split_last() {
        Some((last, others)) if needed => format!("{} or {last} is needed", others.join(", ")),
        _ => format!("either {}", groups.join(", or ")),
    })
}
