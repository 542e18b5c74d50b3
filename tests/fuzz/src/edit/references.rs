//! References: to what was there, in cycles, and to odd places.

use lapidary_fidelity::{
    draw::Dice,
    keywords::{escaped, places},
};
use serde_json::{Value, json};

use super::values;

/// Moves a schema into a definition.
pub(super) fn define(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let name = values::name(dice);
    let beside = dice.one_in(3).then(|| values::keyword(dice, 1));
    let key = if dice.one_in(2) { "$defs" } else { "definitions" };
    let node = root.pointer_mut(place).filter(|_| !place.is_empty())?;
    let mut reference = json!({ "$ref": format!("#/{key}/{}", escaped(&name)) });
    if let (Some(held), Some((key, value))) = (reference.as_object_mut(), beside) {
        held.entry(key).or_insert(value);
    }
    let schema = std::mem::replace(node, reference);
    let definitions = root.as_object_mut()?.entry(key).or_insert_with(|| json!({}));
    definitions.as_object_mut()?.insert(name, schema);
    Some(())
}

/// Makes a schema refer to one around it, or two definitions to each other.
pub(super) fn cycle(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let around: Vec<String> = places(root).into_iter().filter(|outer| place.starts_with(outer.as_str())).collect();
    let outer = dice.pick(&around)?.clone();
    let form = dice.below(6);
    let beside = dice.one_in(4).then(|| values::keyword(dice, 1));
    let reference = json!({ "$ref": format!("#{outer}") });
    let node = root.pointer_mut(place).filter(|_| !place.is_empty())?;
    let held = node.take();
    *node = match form {
        0 => reference,
        1 => json!({ "anyOf": [reference, held] }),
        2 => json!({ "anyOf": [held, { "type": "array", "items": reference }] }),
        3 => json!({ "anyOf": [{ "$ref": "#/$defs/N" }, { "type": "null" }] }),
        4 => json!({ "$ref": "#/$defs/N" }),
        _ => json!({ "type": "object", "properties": { "child": reference, "own": held } }),
    };
    if let (Some(node), Some((key, value))) = (node.as_object_mut(), beside) {
        node.entry(key).or_insert(value);
    }
    if matches!(form, 3 | 4) {
        let definitions = root.as_object_mut()?.entry("$defs").or_insert_with(|| json!({}));
        let other = values::schema(dice, 1);
        let loops = [
            json!({ "$ref": "#/$defs/M" }),
            json!({ "anyOf": [{ "$ref": "#/$defs/M" }, other] }),
            json!({ "not": { "$ref": "#/$defs/N" } }),
            json!({ "type": "object", "properties": { "next": { "$ref": "#/$defs/M" } } }),
            json!({ "allOf": [{ "$ref": "#/$defs/M" }, other] }),
        ];
        definitions.as_object_mut()?.insert("N".to_owned(), dice.pick(&loops)?.clone());
        definitions.as_object_mut()?.insert("M".to_owned(), json!({ "$ref": "#/$defs/N" }));
    }
    Some(())
}

/// A reference written oddly, or that leads nowhere.
pub(super) fn odd(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    const ODD: [&str; 14] = [
        "#/",
        "#foo",
        "",
        "other.json",
        "other.json#/a",
        "#/$defs/none",
        "#/properties/a~1b",
        "#/%24defs/N",
        "#/properties/%F0%9F%98%80",
        "#//",
        "#/properties",
        "#/type",
        "http://json-schema.org/draft-07/schema#",
        "#/a~2b",
    ];
    let reference = dice.pick(&ODD)?;
    let key = if reference.starts_with('#') && dice.one_in(5) { "$dynamicRef" } else { "$ref" };
    let node = root.pointer_mut(place).filter(|_| !place.is_empty())?;
    match node.as_object_mut().filter(|_| dice.one_in(2)) {
        Some(held) => drop(held.insert(key.to_owned(), json!(reference))),
        None => *node = json!({ key: reference }),
    }
    Some(())
}
