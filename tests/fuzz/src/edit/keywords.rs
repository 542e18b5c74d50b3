//! Keywords dropped, doubled, inserted and spoilt.

use lapidary_fidelity::draw::Dice;
use serde_json::Value;

use super::values;
use crate::case::DOUBLED;

pub(super) fn drop(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let held = root.pointer_mut(place)?.as_object_mut()?;
    let keys: Vec<String> = held.keys().cloned().collect();
    held.shift_remove(dice.pick(&keys)?).map(|_| ())
}

/// Writes a keyword twice: the later one holds.
pub(super) fn double(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let held = root.pointer_mut(place)?.as_object_mut()?;
    let keys: Vec<String> = held.keys().filter(|key| !key.starts_with(DOUBLED)).cloned().collect();
    let key = dice.pick(&keys)?;
    let value = if dice.one_in(2) { held.get(key)?.clone() } else { values::anything(dice) };
    held.shift_insert(0, format!("{DOUBLED}{key}"), value);
    Some(())
}

pub(super) fn insert(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let held = root.pointer_mut(place)?.as_object_mut()?;
    let (key, value) = values::keyword(dice, 2);
    held.insert(key.to_owned(), value);
    Some(())
}

pub(super) fn of_the_wrong_kind(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let held = root.pointer_mut(place)?.as_object_mut()?;
    let keys: Vec<String> = held.keys().cloned().collect();
    held.insert(dice.pick(&keys)?.clone(), values::anything(dice));
    Some(())
}

/// Another number where there is one.
pub(super) fn number(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let held = root.pointer_mut(place)?.as_object_mut()?;
    let mut numbers: Vec<&mut Value> = held.values_mut().filter(|value| value.is_number()).collect();
    let at = dice.below(numbers.len().max(1));
    **numbers.get_mut(at)? = values::number(dice);
    Some(())
}

/// Values of several kinds in one enum.
pub(super) fn mix_enum(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let held = root.pointer_mut(place)?.as_object_mut()?;
    let members = held.entry("enum").or_insert_with(|| Value::Array(Vec::new())).as_array_mut()?;
    for _ in 0..=dice.below(3) {
        members.insert(dice.below(members.len() + 1), values::datum(dice));
    }
    Some(())
}
