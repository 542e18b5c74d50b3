//! A declaration, and the JSON Schema that says what the model may send to it.

use serde_json::{Map, Value, json};

use crate::{draw::count_of, json};

/// In which language a declaration's schema is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `parameters`: the fields of Gemini's `Schema` message, all of them enforced.
    Fields,
    /// `parametersJsonSchema`: JSON Schema, of which the documented keywords are enforced.
    JsonSchema,
    /// OpenAI's strict functions: JSON Schema, all of it enforced.
    Strict,
}

/// Whether a model may send members that are not declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    /// Undeclared members are possible.
    Open,
    /// As in `parameters`, undeclared members are impossible: a bare OBJECT has no members.
    Closed,
    /// Undeclared members are possible only in objects without declared ones.
    Named,
}

/// A declaration that left the engine.
pub struct Declared {
    /// The name that it has on the wire.
    pub name: String,
    /// In which language its schema is.
    pub dialect: Dialect,
    /// The schema; none for a tool without arguments.
    pub schema: Option<Value>,
}

impl Declared {
    /// Reads a declaration's text; none if it is not a declaration.
    pub fn read(text: &str) -> Option<Declared> {
        let mut declaration = json::read(text).ok()?;
        let strict = declaration.get_mut("function").map(Value::take);
        let (mut held, plain) = strict.map_or((declaration, Dialect::Fields), |held| (held, Dialect::Strict));
        let name = held.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let (dialect, schema) = match held.get_mut("parametersJsonSchema") {
            Some(schema) => (Dialect::JsonSchema, Some(schema.take())),
            None => (plain, held.get_mut("parameters").map(Value::take)),
        };
        Some(Declared { name, dialect, schema })
    }

    /// The JSON Schema (2020-12) that takes what the model may send.
    pub fn meaning(&self, world: World) -> Value {
        let world = if world == World::Closed && self.dialect != Dialect::Fields { World::Open } else { world };
        match &self.schema {
            None if world == World::Closed => json!({ "type": "object", "maxProperties": 0 }),
            None => json!({ "type": "object" }),
            Some(schema) => Translation { dialect: self.dialect, world }.value(schema),
        }
    }
}

struct Translation {
    dialect: Dialect,
    world: World,
}

impl Translation {
    /// The keywords that mean the same in both.
    fn same(&self) -> &'static [&'static str] {
        match self.dialect {
            Dialect::Fields => &["format", "pattern", "minimum", "maximum"],
            Dialect::JsonSchema => &["minimum", "maximum", "minItems", "maxItems"],
            Dialect::Strict => &[
                "format",
                "pattern",
                "const",
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
                "minItems",
                "maxItems",
            ],
        }
    }

    /// The counts that may be written as digits, and of which zero says "not set".
    fn counts(&self) -> &'static [&'static str] {
        match self.dialect {
            Dialect::Fields => &["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"],
            Dialect::JsonSchema | Dialect::Strict => &[],
        }
    }

    /// A schema of a whole value.
    fn value(&self, schema: &Value) -> Value {
        let mut told = self.part(schema);
        // It knows the members that references and branches declare, too, and ignores values that are not objects.
        if let Some(held) = told.as_object_mut().filter(|held| self.closes(held)) {
            held.insert("unevaluatedProperties".to_owned(), json!(false));
        }
        told
    }

    fn closes(&self, told: &Map<String, Value>) -> bool {
        match self.world {
            World::Open => false,
            World::Closed => !told.is_empty(),
            World::Named => declares(told),
        }
    }

    /// A branch: where the node around it declares members, those are allowed beside its own.
    fn branch(&self, schema: &Value, around: &Map<String, Value>) -> Value {
        if self.world == World::Named && !declares(around) { self.value(schema) } else { self.part(schema) }
    }

    /// A schema that may be one of several for the same value.
    fn part(&self, schema: &Value) -> Value {
        let Some(fields) = schema.as_object() else { return schema.clone() };
        let mut told = Map::new();
        for (key, held) in fields {
            if let Some((key, held)) = self.keyword(key, held, fields) {
                told.insert(key.to_owned(), held);
            }
        }
        let nullable = self.dialect != Dialect::Strict && fields.get("nullable") == Some(&Value::Bool(true));
        if nullable { or_null(told) } else { Value::Object(told) }
    }

    /// The JSON Schema keyword of a field; none if the field constrains nothing.
    fn keyword<'k>(&self, key: &'k str, held: &Value, node: &Map<String, Value>) -> Option<(&'k str, Value)> {
        if self.same().contains(&key) {
            return Some((key, held.clone()));
        }
        if self.counts().contains(&key) {
            return count_of(held).filter(|count| *count > 0).map(|count| (key, json!(count)));
        }
        Some(match (key, held, self.dialect) {
            ("type", Value::String(kind), _) => (key, json!(kind.to_ascii_lowercase())),
            ("type", kinds, _) => (key, kinds.clone()),
            ("required" | "enum", Value::Array(members), _) if !members.is_empty() => (key, held.clone()),
            ("items" | "additionalProperties", schema, _) => (key, self.value(schema)),
            ("properties", Value::Object(schemas), _) => (key, map(schemas, |schema| self.value(schema))),
            ("anyOf", Value::Array(branches), _) if !branches.is_empty() => (key, self.branches(branches, node)),
            ("oneOf", Value::Array(branches), Dialect::JsonSchema) if !branches.is_empty() => {
                ("allOf", json!([{ "anyOf": self.branches(branches, node) }]))
            }
            ("prefixItems", Value::Array(schemas), Dialect::JsonSchema) => {
                (key, schemas.iter().map(|schema| self.value(schema)).collect())
            }
            ("ref", Value::String(reference), Dialect::Fields) => {
                ("$ref", json!(reference.replacen("#/defs/", "#/$defs/", 1)))
            }
            ("defs", Value::Object(schemas), Dialect::Fields) => {
                ("$defs", map(schemas, |schema| self.branch(schema, &Map::new())))
            }
            ("$ref", Value::String(_), Dialect::JsonSchema | Dialect::Strict) => (key, held.clone()),
            ("$defs" | "definitions", Value::Object(schemas), Dialect::JsonSchema | Dialect::Strict) => {
                (key, map(schemas, |schema| self.branch(schema, &Map::new())))
            }
            _ => return None,
        })
    }

    fn branches(&self, schemas: &[Value], node: &Map<String, Value>) -> Value {
        schemas.iter().map(|schema| self.branch(schema, node)).collect()
    }
}

fn declares(node: &Map<String, Value>) -> bool {
    node.get("properties").and_then(Value::as_object).is_some_and(|members| !members.is_empty())
}

fn map(schemas: &Map<String, Value>, told: impl Fn(&Value) -> Value) -> Value {
    Value::Object(schemas.iter().map(|(name, schema)| (name.clone(), told(schema))).collect())
}

/// The schema, and null.
fn or_null(mut told: Map<String, Value>) -> Value {
    let null = json!({ "type": "null" });
    if ["$ref", "allOf", "$defs"].into_iter().any(|key| told.contains_key(key)) {
        return json!({ "anyOf": [told, null] });
    }
    for (key, more) in [("type", json!("null")), ("enum", Value::Null), ("anyOf", null)] {
        match told.get_mut(key) {
            Some(Value::Array(held)) => held.push(more),
            Some(one) => *one = json!([one.take(), more]),
            None => {}
        }
    }
    Value::Object(told)
}
