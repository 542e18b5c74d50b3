//! Members of a schema, by kind.

use serde_json::Value;

/// A count: a number, or the digits of one (the wire form of an int64).
#[expect(clippy::cast_sign_loss, reason = "negative numbers are filtered out")]
pub fn count_of(held: &Value) -> Option<u64> {
    let whole = |number: f64| (number >= 0.0).then_some(number as u64);
    held.as_u64().or_else(|| held.as_f64().and_then(whole)).or_else(|| held.as_str()?.parse().ok())
}
