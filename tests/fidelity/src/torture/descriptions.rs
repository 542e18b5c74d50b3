//! The descriptions that a reader of a schema sees.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::draw::target;

/// The descriptions of a schema that are missing in a declaration's text. A description beside a reference replaces the
/// one of the target.
pub(crate) fn lost<'s>(schema: &'s Value, declaration: &str) -> Vec<&'s str> {
    let mut lost = BTreeSet::new();
    let mut followed = BTreeSet::new();
    let mut pending = vec![(schema, false)];
    while let Some((node, is_told)) = pending.pop() {
        let own = node.get("description").and_then(Value::as_str).filter(|text| !text.is_empty());
        if let Some(text) = own.filter(|_| !is_told)
            && !declaration.contains(Value::from(text).to_string().trim_matches('"'))
        {
            lost.insert(text);
        }
        let is_told = is_told || own.is_some();
        if let Some(reference) = node.get("$ref").and_then(Value::as_str)
            && followed.insert((reference, is_told))
        {
            pending.extend(target(reference, schema).map(|node| (node, is_told)));
        }
        let named = ["properties", "patternProperties"].into_iter().filter_map(|key| node.get(key)?.as_object());
        pending.extend(named.flat_map(|held| held.values()).map(|node| (node, false)));
        for key in ["items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf"] {
            match node.get(key) {
                Some(Value::Array(nodes)) => pending.extend(nodes.iter().map(|node| (node, false))),
                Some(node) => pending.push((node, false)),
                None => {}
            }
        }
    }
    lost.into_iter().collect()
}
