//! The constraints of a node of a JSON Schema, with references, `allOf` and one branch of each union merged in.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::{Map, Value, json};

use super::{Dice, fields::count_of};

/// The most nodes merged into one: a schema that refers to itself endlessly is not drawn.
const HOPS: usize = 64;

/// The constraints of a node, by keyword.
pub(crate) struct Facets<'s> {
    held: BTreeMap<&'s str, Cow<'s, Value>>,
    /// The references that were followed.
    pub(crate) followed: Vec<String>,
}

impl<'s> Facets<'s> {
    /// Folds a node. None where nothing is valid, or the node cannot be followed.
    pub(crate) fn of(node: &'s Value, root: &'s Value, dice: &mut Dice) -> Option<Facets<'s>> {
        let mut facets = Facets { held: BTreeMap::new(), followed: Vec::new() };
        facets.fold(node, root, dice, &mut 0)?;
        Some(facets)
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.held.keys().any(|key| *key != "description")
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        self.held.get(key).map(AsRef::as_ref)
    }

    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        self.get(key)?.as_f64()
    }

    pub(crate) fn count(&self, key: &str) -> Option<u64> {
        count_of(self.get(key)?)
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_str()
    }

    pub(crate) fn list(&self, key: &str) -> Option<&Vec<Value>> {
        self.get(key)?.as_array()
    }

    pub(crate) fn members(&self, key: &str) -> impl Iterator<Item = (&String, &Value)> {
        self.get(key).and_then(Value::as_object).into_iter().flatten()
    }

    pub(crate) fn has_any(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.held.contains_key(*key))
    }

    fn fold(&mut self, node: &'s Value, root: &'s Value, dice: &mut Dice, hops: &mut usize) -> Option<()> {
        *hops += 1;
        let node = match node {
            Value::Bool(true) => return Some(()),
            Value::Object(node) if *hops <= HOPS => node,
            _ => return None,
        };
        for (key, held) in node {
            match (key.as_str(), held) {
                ("$ref", Value::String(reference)) => {
                    self.followed.push(reference.clone());
                    self.fold(target(reference, root)?, root, dice, hops)?;
                }
                ("allOf", Value::Array(all)) => {
                    for each in all {
                        self.fold(each, root, dice, hops)?;
                    }
                }
                ("anyOf" | "oneOf", Value::Array(branches)) => self.fold(dice.pick(branches)?, root, dice, hops)?,
                ("dependentSchemas" | "dependencies", Value::Object(dependent)) => {
                    self.fold_dependent(dependent, root, dice, hops)?;
                }
                ("if", condition) => self.fold_condition(condition, node, root, dice, hops)?,
                ("then" | "else", _) => {}
                _ => self.merge(key, held),
            }
        }
        Some(())
    }

    /// Merges schemas that apply if a member is present, for some draws.
    fn fold_dependent(
        &mut self,
        dependent: &'s Map<String, Value>,
        root: &'s Value,
        dice: &mut Dice,
        hops: &mut usize,
    ) -> Option<()> {
        for schema in dependent.values().filter(|schema| schema.is_object()) {
            if dice.one_in(2) {
                self.fold(schema, root, dice, hops)?;
            }
        }
        Some(())
    }

    /// Either the condition and what follows from it, or what holds otherwise.
    fn fold_condition(
        &mut self,
        condition: &'s Value,
        node: &'s Map<String, Value>,
        root: &'s Value,
        dice: &mut Dice,
        hops: &mut usize,
    ) -> Option<()> {
        if dice.one_in(2) {
            self.fold(condition, root, dice, hops)?;
            return node.get("then").map_or(Some(()), |then| self.fold(then, root, dice, hops));
        }
        node.get("else").map_or(Some(()), |otherwise| self.fold(otherwise, root, dice, hops))
    }

    /// Merges a keyword with its value in other nodes. If the result is wrong, validation drops the draw.
    fn merge(&mut self, key: &'s str, held: &'s Value) {
        let (key, held) = match key {
            "const" => ("enum", Cow::Owned(json!([held]))),
            _ => (key, Cow::Borrowed(held)),
        };
        let merged = match self.held.remove(key) {
            None => held,
            Some(known) => Cow::Owned(both(key, known.into_owned(), held.into_owned())),
        };
        self.held.insert(key, merged);
    }
}

/// Merges two values of one keyword.
fn both(key: &str, known: Value, more: Value) -> Value {
    match (key, known, more) {
        ("properties" | "patternProperties", Value::Object(mut known), Value::Object(more)) => {
            for (name, schema) in more {
                let merged = match known.remove(&name) {
                    Some(other) => json!({ "allOf": [other, schema] }),
                    None => schema,
                };
                known.insert(name, merged);
            }
            Value::Object(known)
        }
        ("required", Value::Array(known), Value::Array(more)) => Value::Array([known, more].concat()),
        ("enum", Value::Array(known), Value::Array(more)) => {
            Value::Array(known.into_iter().filter(|member| more.contains(member)).collect())
        }
        ("type", known, more) => {
            let (known, more) = (types(&known), types(&more));
            let shared = known
                .into_iter()
                .filter(|kind| more.contains(kind) || (kind == "integer" && more.contains(&"number".into())));
            Value::Array(shared.map(Value::String).collect())
        }
        ("items" | "additionalProperties" | "propertyNames" | "contains", known, more) => {
            json!({ "allOf": [known, more] })
        }
        (_, known, more) => match (known.as_f64(), more.as_f64()) {
            (Some(a), Some(b)) if (key.to_ascii_lowercase().contains("min")) == (a < b) => more,
            _ => known,
        },
    }
}

/// The names in `type`, be it one or a list.
pub(crate) fn types(held: &Value) -> Vec<String> {
    match held {
        Value::String(kind) => vec![kind.clone()],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// The target of a reference into the same document, by pointer or anchor.
pub fn target<'r>(reference: &str, root: &'r Value) -> Option<&'r Value> {
    let fragment = percent_decoded(reference.strip_prefix('#')?)?;
    if fragment.is_empty() || fragment.starts_with('/') { root.pointer(&fragment) } else { anchored(&fragment, root) }
}

/// The schema with an anchor, anywhere in the document.
fn anchored<'r>(anchor: &str, root: &'r Value) -> Option<&'r Value> {
    let mut pending = vec![root];
    while let Some(value) = pending.pop() {
        match value {
            Value::Object(held) if held.get("$anchor").and_then(Value::as_str) == Some(anchor) => return Some(value),
            Value::Object(held) => pending.extend(held.values()),
            Value::Array(held) => pending.extend(held),
            _ => {}
        }
    }
    None
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        rest = if let (b'%', [high, low, after @ ..]) = (first, tail) {
            bytes.push(u8::from_str_radix(std::str::from_utf8(&[*high, *low]).ok()?, 16).ok()?);
            after
        } else {
            bytes.push(*first);
            tail
        };
    }
    String::from_utf8(bytes).ok()
}
