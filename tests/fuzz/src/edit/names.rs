//! Odd names.

use lapidary_fidelity::draw::Dice;
use serde_json::{Value, json};

use super::values;

/// Renames a member, where it is declared and, mostly, where it is required.
pub(super) fn rename(root: &mut Value, place: &str, _: &Value, dice: &mut Dice) -> Option<()> {
    let name = if dice.one_in(6) { "n".repeat(70) } else { values::name(dice) };
    let held = root.pointer_mut(place)?.as_object_mut()?;
    let members = held.get_mut("properties")?.as_object_mut()?;
    let names: Vec<String> = members.keys().cloned().collect();
    let old = dice.pick(&names)?;
    let schema = members.shift_remove(old)?;
    members.insert(name.clone(), schema);
    let required = held.get_mut("required").and_then(Value::as_array_mut).filter(|_| !dice.one_in(4));
    for one in required.into_iter().flatten().filter(|one| *one == old) {
        *one = json!(name);
    }
    Some(())
}
