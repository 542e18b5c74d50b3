//! Reading JSON, however deep it nests. Whoever reads has a stack to match.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Deserializer, Value};

/// The stack of threads that read schemas.
pub const STACK: usize = 1 << 30;

/// Text as a value.
pub fn read(text: &str) -> serde_json::Result<Value> {
    let mut reader = Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let value = Value::deserialize(&mut reader)?;
    reader.end().map(|()| value)
}

/// Whether two values are the same, numbers by what they are worth.
pub fn same(a: &Value, b: &Value) -> bool {
    holds(a, b, false)
}

/// Whether everything in `part` is in `whole`; null may be missing there.
pub fn is_within(part: &Value, whole: &Value) -> bool {
    holds(part, whole, true)
}

fn holds(part: &Value, whole: &Value, partly: bool) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            let is_held = |(name, value): (&String, &Value)| {
                whole.get(name).map_or(partly && value.is_null(), |held| holds(value, held, partly))
            };
            (partly || part.len() == whole.len()) && part.iter().all(is_held)
        }
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(part, whole)| holds(part, whole, partly))
        }
        (Value::Number(part), Value::Number(whole)) => part == whole || part.as_f64() == whole.as_f64(),
        (Value::String(part), Value::String(whole)) if partly && part != whole => {
            let read = |text: &String| read(text).ok().filter(|value| !value.is_string());
            read(part).zip(read(whole)).is_some_and(|(part, whole)| same(&part, &whole))
        }
        _ => part == whole,
    }
}

/// Whether all numbers are small enough for their neighbours to be told apart by whoever judges them.
pub fn is_exact(value: &Value) -> bool {
    const EXACT: f64 = 9_007_199_254_740_991.0;
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|number| number.abs() <= EXACT),
        Value::Array(held) => held.iter().all(is_exact),
        Value::Object(held) => held.values().all(is_exact),
        _ => true,
    }
}

/// Whether every scalar of `sent` but null is somewhere in `arrived`, as a value or a name. JSON text counts
/// as what it spells.
pub fn has_arrived(sent: &Value, arrived: &Value) -> bool {
    let known = words(arrived, true);
    words(sent, false).is_subset(&known)
}

fn words(value: &Value, with_names: bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut pending = vec![value.clone()];
    while let Some(value) = pending.pop() {
        match value {
            Value::Null => {}
            Value::Bool(held) => drop(found.insert(held.to_string())),
            Value::Number(held) => drop(found.insert(held.as_f64().map_or(held.to_string(), |held| held.to_string()))),
            Value::String(text) => match read(&text) {
                Ok(spelled) if !spelled.is_string() => pending.push(spelled),
                _ => drop(found.insert(text)),
            },
            Value::Array(held) => pending.extend(held),
            Value::Object(held) => {
                pending.extend(held.keys().filter(|_| with_names).map(|name| Value::String(name.clone())));
                pending.extend(held.into_iter().map(|(_, value)| value));
            }
        }
    }
    found
}
