//! Arguments that are nearly valid.

use serde_json::{Map, Value, json};

use crate::draw::Dice;

/// Replacement values: those in the schema, and some that it may fail to exclude.
pub(crate) struct Pool {
    values: Vec<Value>,
    names: Vec<String>,
}

impl Pool {
    /// Collects scalars and names from anywhere in a schema.
    pub(crate) fn of(schema: &Value) -> Pool {
        let long = "x".repeat(60);
        let mut values = vec![
            json!(null),
            json!(true),
            json!(false),
            json!(-1),
            json!(0),
            json!(1.5),
            json!(1e6),
            json!(""),
            json!("7"),
            json!(long),
            json!([]),
            json!({}),
            json!([1]),
        ];
        let mut names = vec!["undeclared".to_owned()];
        let mut pending = vec![schema];
        while let Some(value) = pending.pop() {
            match value {
                Value::Object(held) => {
                    names.extend(held.keys().cloned());
                    pending.extend(held.values());
                }
                Value::Array(held) => pending.extend(held),
                Value::Number(number) => {
                    let steps =
                        [-1.0, -0.5, 0.0, 0.5, 1.0].into_iter().filter_map(|step| Some(number.as_f64()? + step));
                    values.extend(steps.map(|near| json!(near)));
                }
                scalar => values.push(scalar.clone()),
            }
        }
        names.sort_unstable();
        names.dedup();
        Pool { values, names }
    }

    /// The value with one thing changed somewhere in it.
    pub(crate) fn mutate(&self, value: &Value, dice: &mut Dice) -> Value {
        let places = places(value);
        let mut changed = value.clone();
        let place = dice.pick(&places).and_then(|place| changed.pointer_mut(place));
        let more = dice.pick(&self.values).cloned().unwrap_or_default();
        match place {
            Some(Value::Object(held)) if dice.one_in(2) => self.mutate_members(held, more, dice),
            Some(Value::Array(held)) if dice.one_in(2) => mutate_elements(held, more, dice),
            Some(held) => *held = more,
            None => {}
        }
        changed
    }

    fn mutate_members(&self, held: &mut Map<String, Value>, more: Value, dice: &mut Dice) {
        let names: Vec<String> = held.keys().cloned().collect();
        match (dice.pick(&names), dice.pick(&self.names)) {
            (Some(name), _) if dice.one_in(2) => drop(held.remove(name)),
            (_, Some(name)) => drop(held.insert(name.clone(), more)),
            _ => {}
        }
    }
}

fn mutate_elements(held: &mut Vec<Value>, more: Value, dice: &mut Dice) {
    match (dice.below(3), held.first().cloned()) {
        (0, Some(first)) => held.push(first),
        (1, Some(_)) => drop(held.pop()),
        _ => held.push(more),
    }
}

/// A pointer to each value.
fn places(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut pending = vec![(String::new(), value)];
    while let Some((place, value)) = pending.pop() {
        match value {
            Value::Object(held) => pending.extend(
                held.iter()
                    .map(|(name, value)| (format!("{place}/{}", name.replace('~', "~0").replace('/', "~1")), value)),
            ),
            Value::Array(held) => {
                pending.extend(held.iter().enumerate().map(|(at, value)| (format!("{place}/{at}"), value)));
            }
            _ => {}
        }
        found.push(place);
    }
    found
}
