//! Values for keywords: plausible ones, extreme ones, and ones of the wrong kind.

use lapidary_fidelity::draw::Dice;
use serde_json::{Value, json};

const TYPES: [&str; 8] = ["string", "number", "integer", "boolean", "null", "array", "object", "STRING"];
pub(super) const NAMES: [&str; 22] = [
    "a",
    "b",
    "id",
    "key",
    "value",
    "json",
    "",
    "a.b",
    "a/b",
    "~",
    "~1",
    "$ref",
    "type",
    "properties",
    "required",
    "😀",
    "with space",
    "arguments",
    "items",
    "__proto__",
    "ünïcode",
    "0",
];
const PATTERNS: [&str; 12] =
    ["^a", "^[a-z]+$", "", "^X_", "(?=a)b", "\\d+", "\\p{L}", "^(a|b)$", "[", "a{2,}", "^\\S*$", "^$"];
const FORMATS: [&str; 9] = ["date-time", "uri", "email", "uuid", "int32", "int64", "float", "binary", "no-such-format"];

/// Numbers, mostly small, some of them huge or tiny.
pub(super) fn number(dice: &mut Dice) -> Value {
    let numbers = [
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(5),
        json!(10),
        json!(100),
        json!(-1),
        json!(0.5),
        json!(2.0),
        json!(1.5),
        json!(-0.0),
        json!(1e308),
        json!(-1e308),
        json!(1e-308),
        json!(5e-324),
        json!(1e21),
        json!(0.1),
        json!(9_007_199_254_740_993_i64),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(2_147_483_648_i64),
    ];
    let end = if dice.one_in(3) { numbers.len() } else { 8 };
    dice.pick(&numbers[..end]).cloned().unwrap_or_default()
}

/// A value that an enum or a constant may hold.
pub(super) fn datum(dice: &mut Dice) -> Value {
    let data = [
        json!("a"),
        json!("b"),
        json!("x"),
        json!(1),
        json!(2),
        json!(0),
        json!(1.5),
        json!(true),
        json!(false),
        Value::Null,
        json!(""),
        json!("1"),
        json!([]),
        json!({}),
        json!({ "k": "v" }),
        json!({ "a": 1 }),
        json!(["a"]),
        json!([1]),
        json!("😀"),
        json!("true"),
        json!({ "a": { "b": [1, null] } }),
    ];
    dice.pick(&data).cloned().unwrap_or_default()
}

pub(super) fn data(dice: &mut Dice) -> Value {
    (0..dice.below(4)).map(|_| datum(dice)).collect()
}

/// Something of any kind.
pub(super) fn anything(dice: &mut Dice) -> Value {
    match dice.below(4) {
        0 => number(dice),
        1 => data(dice),
        2 => schema(dice, 1),
        _ => datum(dice),
    }
}

pub(super) fn name(dice: &mut Dice) -> String {
    dice.pick(&NAMES).copied().unwrap_or_default().to_owned()
}

fn kind(dice: &mut Dice) -> Value {
    json!(dice.pick(&TYPES[..7]))
}

/// A small schema; deeper where `depth` allows.
pub(super) fn schema(dice: &mut Dice, depth: usize) -> Value {
    match dice.below(if depth == 0 { 4 } else { 12 }) {
        0 => json!({}),
        1 => json!({ "type": kind(dice) }),
        2 => json!({ "enum": data(dice) }),
        3 => Value::Bool(!dice.one_in(3)),
        _ => {
            let mut held = serde_json::Map::new();
            for _ in 0..=dice.below(3) {
                let (key, value) = keyword(dice, depth - 1);
                held.insert(key.to_owned(), value);
            }
            Value::Object(held)
        }
    }
}

fn schemas(dice: &mut Dice, depth: usize) -> Value {
    (0..=dice.below(3)).map(|_| schema(dice, depth)).collect()
}

fn members(dice: &mut Dice, depth: usize) -> Value {
    (0..=dice.below(2)).map(|_| (name(dice), schema(dice, depth))).collect()
}

fn names(dice: &mut Dice) -> Value {
    (0..dice.below(3)).map(|_| json!(name(dice))).collect()
}

fn patterns(dice: &mut Dice, depth: usize) -> Value {
    let pattern = |dice: &mut Dice| dice.pick(&PATTERNS).copied().unwrap_or_default().to_owned();
    (0..=dice.below(2)).map(|_| (pattern(dice), schema(dice, depth))).collect()
}

/// A keyword with a value of its kind.
pub(super) fn keyword(dice: &mut Dice, depth: usize) -> (&'static str, Value) {
    const NUMBERS: [&str; 13] = [
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
        "minContains",
        "maxContains",
    ];
    const ONE: [&str; 12] = [
        "items",
        "additionalProperties",
        "not",
        "contains",
        "propertyNames",
        "if",
        "then",
        "else",
        "unevaluatedItems",
        "unevaluatedProperties",
        "additionalItems",
        "contentSchema",
    ];
    const SEVERAL: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
    const NOTES: [&str; 8] =
        ["title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "x-extension"];
    match dice.below(12) {
        0 | 1 => (dice.pick(&NUMBERS).copied().unwrap_or("minimum"), number(dice)),
        2 | 3 => (dice.pick(&ONE).copied().unwrap_or("items"), schema(dice, depth)),
        4 => (dice.pick(&SEVERAL).copied().unwrap_or("anyOf"), schemas(dice, depth)),
        5 => (
            dice.pick(&["properties", "dependentSchemas", "$defs"]).copied().unwrap_or("properties"),
            members(dice, depth),
        ),
        6 if dice.one_in(2) => ("patternProperties", patterns(dice, depth)),
        6 => ("pattern", json!(dice.pick(&PATTERNS))),
        7 if dice.one_in(2) => ("dependentRequired", (0..=dice.below(2)).map(|_| (name(dice), names(dice))).collect()),
        7 => ("required", names(dice)),
        8 if dice.one_in(2) => ("type", json!([kind(dice), kind(dice)])),
        8 => ("type", kind(dice)),
        9 if dice.one_in(2) => ("const", datum(dice)),
        9 => ("enum", data(dice)),
        10 if dice.one_in(2) => ("format", json!(dice.pick(&FORMATS))),
        10 => ("uniqueItems", dice.boolean()),
        _ => {
            let key = dice.pick(&NOTES).copied().unwrap_or("title");
            (key, if key.len() < 12 && !["default", "examples"].contains(&key) { json!("text") } else { datum(dice) })
        }
    }
}
