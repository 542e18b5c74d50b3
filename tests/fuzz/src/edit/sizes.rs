//! One part of a schema, many times over.

use lapidary_fidelity::{draw::Dice, keywords::places};
use serde_json::{Map, Value, json};

/// Twice the count, at most so many times.
const DOUBLINGS: usize = 13;

/// The schema with a member, an alternative, a definition or a value repeated, as often as fits in so many bytes.
pub(crate) fn multiplied(schema: &Value, bytes: usize, dice: &mut Dice) -> Value {
    let mut multiplied = schema.clone();
    let holders: Vec<String> = places(schema).into_iter().flat_map(|place| holders(schema, &place)).collect();
    let Some(held) = dice.pick(&holders).and_then(|holder| multiplied.pointer_mut(holder)) else { return multiplied };
    let (count, varies) = (1 << dice.below(DOUBLINGS), !dice.one_in(3));
    match held {
        Value::Array(held) => {
            let Some(one) = dice.pick(held).cloned() else { return multiplied };
            held.extend((0..fitting(&one, count, bytes)).map(|at| if varies { varied(&one, at) } else { one.clone() }));
        }
        Value::Object(held) => {
            let names: Vec<String> = held.keys().cloned().collect();
            let Some((name, one)) = dice.pick(&names).and_then(|name| Some((name, held.get(name)?.clone()))) else {
                return multiplied;
            };
            let added = 0..fitting(&one, count, bytes);
            held.extend(added.map(|at| (format!("{name}_{at}"), if varies { varied(&one, at) } else { one.clone() })));
        }
        _ => {}
    }
    multiplied
}

/// Where a schema holds several of something.
fn holders(root: &Value, place: &str) -> Vec<String> {
    const SEVERAL: [&str; 13] = [
        "properties",
        "patternProperties",
        "dependentSchemas",
        "dependentRequired",
        "$defs",
        "definitions",
        "anyOf",
        "oneOf",
        "allOf",
        "prefixItems",
        "enum",
        "required",
        "type",
    ];
    let held = root.pointer(place).and_then(Value::as_object);
    let several =
        |name: &&&str| held.and_then(|held| held.get(**name)).is_some_and(|held| held.is_array() || held.is_object());
    SEVERAL.iter().filter(several).map(|name| format!("{place}/{name}")).collect()
}

/// How many more of a part fit.
fn fitting(one: &Value, count: usize, bytes: usize) -> usize {
    // A name, and what makes it differ, come to the part.
    count.min(bytes / (one.to_string().len() + 24))
}

/// A part that differs from the others.
fn varied(one: &Value, at: usize) -> Value {
    match one {
        Value::String(text) => format!("{text}{at}").into(),
        Value::Number(_) => at.into(),
        Value::Object(held) => {
            let mut held: Map<String, Value> = held.clone();
            match held.get_mut("properties") {
                Some(Value::Object(properties)) => drop(properties.insert(format!("only_{at}"), json!({}))),
                _ => drop(held.insert("const".to_owned(), json!(format!("v{at}")))),
            }
            Value::Object(held)
        }
        other => other.clone(),
    }
}
