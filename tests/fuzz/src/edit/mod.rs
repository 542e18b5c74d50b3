//! Edits of a schema that know what its parts are.

mod keywords;
mod names;
mod references;
mod sizes;
mod values;
mod wraps;

use lapidary_fidelity::{draw::Dice, keywords::places};
use serde_json::Value;
pub(crate) use sizes::multiplied;

/// An edit: the root, the place of one schema in it, another tool's schema.
type Edit = fn(&mut Value, &str, &Value, &mut Dice) -> Option<()>;

const EDITS: [Edit; 19] = [
    keywords::drop,
    keywords::double,
    keywords::insert,
    keywords::insert,
    keywords::insert,
    keywords::of_the_wrong_kind,
    keywords::number,
    keywords::mix_enum,
    wraps::union,
    wraps::union,
    wraps::all_of,
    wraps::not,
    wraps::nest,
    references::define,
    references::cycle,
    references::cycle,
    references::odd,
    names::rename,
    graft,
];

/// The schema after one edit; the same where that edit finds nothing to do.
pub(crate) fn edited(schema: &Value, other: &Value, dice: &mut Dice) -> Value {
    let mut edited = schema.clone();
    let places = places(schema);
    // A root has many ways to take no arguments at all, which hide the rest.
    let among = if dice.one_in(4) { &places[..] } else { places.get(1..).unwrap_or_default() };
    let (Some(place), Some(edit)) = (dice.pick(among).or(places.first()), dice.pick(&EDITS)) else { return edited };
    let _ = edit(&mut edited, place, other, dice);
    edited
}

/// Puts a part of another tool in its place, or beside it.
fn graft(root: &mut Value, place: &str, other: &Value, dice: &mut Dice) -> Option<()> {
    let places = places(other);
    let part = other.pointer(dice.pick(&places)?)?.clone();
    let node = root.pointer_mut(place)?;
    match (node.as_object_mut(), part) {
        (Some(held), Value::Object(part)) if dice.one_in(2) => held.extend(part),
        (_, part) => *node = part,
    }
    Some(())
}
