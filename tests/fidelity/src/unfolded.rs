//! The parameters of a schema by the names that lead to them, with recursion unfolded.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{
    draw::target,
    keywords::takes_nothing,
    names::{IN_PLACE, may_be},
    spelling::Spelling,
};

/// How many names lead to the deepest parameters that are counted.
const DEPTH: usize = 6;
/// No more parameters of one tool are counted.
const MOST: usize = 20_000;

/// The names that lead to a parameter.
pub(crate) type Path<'s> = Vec<&'s str>;

/// The parameters of a schema.
#[derive(Default)]
pub(crate) struct Unfolded<'s> {
    pub(crate) paths: BTreeSet<Path<'s>>,
    /// Whether one of its schemas is met again inside itself.
    pub(crate) is_recursive: bool,
}

/// The schemas of one parameter, and the references that led to it.
#[derive(Default)]
struct Node<'s> {
    schemas: Vec<&'s Value>,
    followed: BTreeSet<&'s str>,
}

/// Unfolds a schema, level by level; elements of lists stand for the list.
pub(crate) fn unfolded<'s>(root: &'s Value, spelling: &Spelling<'s>) -> Unfolded<'s> {
    let mut found = Unfolded::default();
    let mut level = BTreeMap::from([(Path::new(), Node { schemas: vec![root], followed: BTreeSet::new() })]);
    for _ in 0..DEPTH {
        let mut below: BTreeMap<Path<'s>, Node<'s>> = BTreeMap::new();
        for (path, mut node) in level {
            found.is_recursive |= node.spread(root, spelling);
            for (name, schema) in node.schemas.iter().flat_map(|schema| members(schema)) {
                let name = spelling.names.get(name).copied().unwrap_or(name);
                let child = below.entry([path.as_slice(), &[name]].concat()).or_default();
                child.schemas.push(schema);
                child.followed.extend(&node.followed);
            }
        }
        found.paths.extend(below.keys().take(MOST.saturating_sub(found.paths.len())).cloned());
        level = below;
        if found.paths.len() >= MOST {
            break;
        }
    }
    found
}

impl<'s> Node<'s> {
    /// Adds the schemas that say more of the same parameter; whether a reference led here before.
    fn spread(&mut self, root: &'s Value, spelling: &Spelling<'_>) -> bool {
        let mut again = false;
        let mut here = BTreeSet::new();
        let mut at = 0;
        while let Some(schema) = self.schemas.get(at).copied() {
            at += 1;
            for via in IN_PLACE.into_iter().filter(|via| !via.ends_with("tems") || may_be(schema, "array")) {
                match schema.get(via) {
                    Some(Value::Array(many)) => self.schemas.extend(many),
                    one => self.schemas.extend(one),
                }
            }
            self.schemas
                .extend(members(schema).filter(|(name, _)| spelling.wrappers.contains(name)).map(|(_, inner)| inner));
            if let Some(reference) = schema.get("$ref").and_then(Value::as_str)
                && here.insert(reference)
            {
                again |= !self.followed.insert(reference);
                self.schemas.extend(target(reference, root));
            }
        }
        again
    }
}

fn members(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let members = schema.get("properties").and_then(Value::as_object).filter(|_| may_be(schema, "object"));
    let held = members.into_iter().flatten().filter(|(_, schema)| !takes_nothing(schema));
    held.map(|(name, schema)| (name.as_str(), schema))
}
