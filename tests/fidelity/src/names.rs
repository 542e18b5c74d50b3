//! The named parameters that a reader of a schema can find.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{draw::target, keywords::takes_nothing, spelling::Spelling};

/// A parameter's name below the name of the parameter that holds it; at the root, below nothing.
pub(crate) type Name<'s> = (&'s str, &'s str);

/// Keywords whose schemas say more of the same parameter, or of the elements that stand for it.
pub(crate) const IN_PLACE: [&str; 5] = ["items", "prefixItems", "anyOf", "oneOf", "allOf"];

struct Visit<'s> {
    schema: &'s Value,
    parent: &'s str,
    via: &'static str,
}

/// Every named parameter by its original name, with the last keyword on the way to it that is not
/// `properties`.
pub(crate) fn names<'s>(root: &'s Value, spelling: &Spelling<'s>) -> BTreeMap<Name<'s>, &'static str> {
    let mut found = BTreeMap::new();
    let mut followed = BTreeSet::new();
    let mut pending = vec![Visit { schema: root, parent: "", via: "properties" }];
    while let Some(Visit { schema, parent, via }) = pending.pop() {
        let members = schema.get("properties").and_then(Value::as_object).filter(|_| may_be(schema, "object"));
        let members = members.into_iter().flatten();
        for (name, schema) in members.filter(|(_, schema)| !takes_nothing(schema)) {
            if spelling.wrappers.contains(name.as_str()) {
                pending.push(Visit { schema, parent, via });
            }
            let name = spelling.names.get(name.as_str()).copied().unwrap_or(name);
            found.entry((parent, name)).or_insert(via);
            pending.push(Visit { schema, parent: name, via });
        }
        for via in IN_PLACE {
            if via.ends_with("tems") && !may_be(schema, "array") {
                continue;
            }
            let (one, many) = match schema.get(via) {
                Some(Value::Array(many)) => (None, many.as_slice()),
                one => (one, &[][..]),
            };
            pending.extend(one.into_iter().chain(many).map(|schema| Visit { schema, parent, via }));
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str)
            && followed.insert((reference, parent))
            && let Some(schema) = target(reference, root)
        {
            pending.push(Visit { schema, parent, via: "$ref" });
        }
    }
    found
}

/// Whether values of a kind pass `type`: the keywords of other kinds name nothing.
pub(crate) fn may_be(schema: &Value, kind: &str) -> bool {
    let is = |held: &Value| held.as_str().is_some_and(|name| name.eq_ignore_ascii_case(kind));
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(is),
        Some(held @ Value::String(_)) => is(held),
        _ => true,
    }
}
