//! Whether a schema says anything of the members of objects.

use std::collections::BTreeSet;

use lapidary_fidelity::draw::target;
use serde_json::Value;

const OF_MEMBERS: [&str; 11] = [
    "properties",
    "required",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
];
/// Keywords whose schemas speak of the same value.
const IN_PLACE: [&str; 6] = ["allOf", "anyOf", "oneOf", "if", "then", "else"];

/// Whether it has arguments: members that it names, demands, counts or allows, or objects that it lists.
pub(crate) fn has_arguments(root: &Value) -> bool {
    let mut followed = BTreeSet::new();
    let mut pending = vec![root];
    while let Some(schema) = pending.pop() {
        let lists = |value: &Value| value.as_object().is_some_and(|held| !held.is_empty());
        let listed =
            schema.get("const").into_iter().chain(schema.get("enum").and_then(Value::as_array).into_iter().flatten());
        if OF_MEMBERS.iter().any(|key| schema.get(key).is_some()) || listed.into_iter().any(lists) {
            return true;
        }
        for held in IN_PLACE.iter().filter_map(|key| schema.get(key)) {
            pending.extend(held.as_array().into_iter().flatten());
            pending.extend(held.is_object().then_some(held));
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str)
            && followed.insert(reference)
        {
            pending.extend(target(reference, root));
        }
    }
    false
}
