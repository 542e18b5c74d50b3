//! Members of a schema, by kind.

use serde_json::Value;

pub(crate) fn number(schema: &Value, key: &str) -> Option<f64> {
    schema.get(key)?.as_f64()
}

pub(crate) fn count(schema: &Value, key: &str) -> Option<u64> {
    count_of(schema.get(key)?)
}

/// A count: a number, or the digits of one (the wire form of an int64).
#[expect(clippy::cast_sign_loss, reason = "negative numbers are filtered out")]
pub(crate) fn count_of(held: &Value) -> Option<u64> {
    let whole = |number: f64| (number >= 0.0).then_some(number as u64);
    held.as_u64().or_else(|| held.as_f64().and_then(whole)).or_else(|| held.as_str()?.parse().ok())
}

pub(crate) fn names<'s>(schema: &'s Value, key: &str) -> Vec<&'s str> {
    schema.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}
