//! Unions, conjunctions, negations and depth around a schema.

use lapidary_fidelity::draw::Dice;
use serde_json::{Value, json};

use super::values;

/// Deepest nesting that one edit makes.
const DEEP: usize = 30;

fn wrap(root: &mut Value, place: &str, wrapped: impl FnOnce(Value) -> Value) -> Option<()> {
    let node = root.pointer_mut(place)?;
    *node = wrapped(node.take());
    Some(())
}

pub(super) fn union(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let key = if dice.one_in(2) { "anyOf" } else { "oneOf" };
    let nothing = json!({ "type": "null" });
    let other = values::schema(dice, 1);
    let beside = dice.one_in(4).then(|| values::keyword(dice, 1));
    let form = dice.below(6);
    wrap(root, place, |node| {
        let branches = match form {
            0 => json!([node]),
            1 | 2 => json!([node, nothing]),
            3 => json!([nothing, node]),
            4 => json!([node, node]),
            _ => json!([node, other]),
        };
        let mut union = json!({ key: branches });
        if let (Some(held), Some((key, value))) = (union.as_object_mut(), beside) {
            held.entry(key).or_insert(value);
        }
        union
    })
}

pub(super) fn all_of(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let other = values::schema(dice, 2);
    let alone = dice.one_in(3);
    wrap(root, place, |node| if alone { json!({ "allOf": [node] }) } else { json!({ "allOf": [node, other] }) })
}

pub(super) fn not(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let twice = dice.one_in(2);
    wrap(root, place, |node| if twice { json!({ "not": { "not": node } }) } else { json!({ "not": node }) })
}

/// The same wrapper many times.
pub(super) fn nest(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let levels = 1 + if dice.one_in(4) { dice.below(DEEP) } else { dice.below(5) };
    let (form, name) = (dice.below(8), values::name(dice));
    let deeper = |node: Value| match form {
        0 => json!({ "anyOf": [node, { "type": "null" }] }),
        1 => json!({ "type": "array", "items": node }),
        2 => json!({ "type": "object", "properties": { name.clone(): node }, "required": [name.clone()] }),
        3 => json!({ "type": "object", "additionalProperties": node }),
        4 => json!({ "allOf": [node] }),
        5 => json!({ "oneOf": [{ "type": "string" }, node] }),
        6 => json!({ "type": "object", "properties": { name.clone(): node } }),
        _ => json!({ "prefixItems": [node] }),
    };
    wrap(root, place, |node| (0..levels).fold(node, |node, _| deeper(node)))
}
