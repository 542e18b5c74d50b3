//! Arguments as a model may send them: drawn from a function declaration, its fields read as Google
//! documents them, and nothing sent that is not declared.

use serde_json::{Map, Value};

use super::{
    dice::{Dice, Range, Span},
    fields,
};

/// Deeper than this, members that are not required are left out.
const DEPTH: usize = 8;

/// Arguments for a declaration's `parameters`; none if they cannot be drawn.
pub(crate) fn arguments(parameters: Option<&Value>, dice: &mut Dice) -> Option<Value> {
    match parameters {
        None => Some(Value::Object(Map::new())),
        Some(schema) if has_no_members(schema) => Some(Value::Object(Map::new())),
        Some(schema) => value(schema, dice, 0),
    }
}

/// A root without members takes no arguments, whether it says so or not.
fn has_no_members(schema: &Value) -> bool {
    let empty = |key| schema.get(key).is_none_or(|held| held.as_object().is_some_and(Map::is_empty));
    empty("properties") && empty("anyOf")
}

fn value(schema: &Value, dice: &mut Dice, depth: usize) -> Option<Value> {
    if schema.get("nullable") == Some(&Value::Bool(true)) && dice.one_in(5) {
        return Some(Value::Null);
    }
    let branches = schema.get("anyOf").and_then(Value::as_array).filter(|branches| !branches.is_empty());
    let Some(branches) = branches else {
        return typed(schema, dice, depth);
    };
    let drawn = value(dice.pick(branches)?, dice, depth)?;
    if schema.get("properties").is_none() {
        return Some(drawn);
    }
    // Members declared beside the union hold as well.
    match (drawn, object(schema, dice, depth)?) {
        (Value::Object(drawn), Value::Object(mut beside)) => {
            beside.extend(drawn);
            Some(Value::Object(beside))
        }
        (drawn, _) => Some(drawn),
    }
}

fn typed(schema: &Value, dice: &mut Dice, depth: usize) -> Option<Value> {
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default().to_ascii_uppercase();
    match kind.as_str() {
        "STRING" => string(schema, dice),
        "INTEGER" => dice.integer(range(schema)),
        "NUMBER" => dice.number(range(schema)),
        "BOOLEAN" => Some(dice.boolean()),
        "NULL" => Some(Value::Null),
        "ARRAY" => array(schema, dice, depth),
        "OBJECT" => object(schema, dice, depth),
        _ => Some(dice.scalar()),
    }
}

fn string(schema: &Value, dice: &mut Dice) -> Option<Value> {
    let span = span(schema, "minLength", "maxLength");
    let members = schema.get("enum").and_then(Value::as_array).filter(|members| !members.is_empty());
    if let Some(members) = members {
        return dice.pick(members).cloned();
    }
    let pattern = schema.get("pattern").and_then(Value::as_str);
    let text = match (pattern, schema.get("format").and_then(Value::as_str)) {
        (Some(pattern), _) => dice.matching(pattern, span)?,
        (None, Some("date-time")) => dice.date_time(),
        _ => dice.text(span),
    };
    Some(Value::String(text))
}

fn array(schema: &Value, dice: &mut Dice, depth: usize) -> Option<Value> {
    let span = span(schema, "minItems", "maxItems");
    let count = if depth < DEPTH { dice.count(span) } else { span.least };
    let elements = (0..count).map(|_| match schema.get("items") {
        Some(items) => value(items, dice, depth + 1),
        None => Some(dice.scalar()),
    });
    elements.collect::<Option<Vec<Value>>>().map(Value::Array)
}

fn object(schema: &Value, dice: &mut Dice, depth: usize) -> Option<Value> {
    let Some(properties) = schema.get("properties").and_then(Value::as_object).filter(|held| !held.is_empty()) else {
        return Some(dice.free_object());
    };
    let required = fields::names(schema, "required");
    let Span { least, most } = span(schema, "minProperties", "maxProperties");
    // None, some or all of the optional members.
    let eagerness = if depth < DEPTH { dice.below(3) } else { 0 };
    let (always, optional): (Vec<_>, Vec<_>) =
        properties.iter().partition(|(name, _)| required.contains(&name.as_str()));
    let mut chosen = always;
    for member in optional {
        let count = chosen.len() as u64;
        let wanted = eagerness == 2 || (eagerness == 1 && dice.one_in(2)) || count < least;
        if wanted && most.is_none_or(|most| count < most) {
            chosen.push(member);
        }
    }
    chosen.into_iter().map(|(name, member)| Some((name.clone(), value(member, dice, depth + 1)?))).collect()
}

fn range(schema: &Value) -> Range {
    let width = match schema.get("format").and_then(Value::as_str) {
        Some("int32") => Some((f64::from(i32::MIN), f64::from(i32::MAX))),
        _ => None,
    };
    let least = fields::number(schema, "minimum").or(width.map(|(least, _)| least));
    let most = fields::number(schema, "maximum").or(width.map(|(_, most)| most));
    Range { least, most }
}

fn span(schema: &Value, least: &str, most: &str) -> Span {
    // A greatest count of zero is how the server's messages say "not set".
    let most = fields::count(schema, most).filter(|most| *most > 0);
    Span { least: fields::count(schema, least).unwrap_or(0), most }
}
