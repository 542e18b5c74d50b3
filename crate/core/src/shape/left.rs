//! The types that the unions of a node leave to its values.

use super::{Model, Part, Shape, Term, Union, outline::Outline, range::Range};
use crate::schema::Kinds;

/// The types that a node and its unions allow, as far as the alternatives state types.
pub(crate) fn remaining_kinds(model: &Model<'_, '_>, shape: &Shape) -> Kinds {
    left_by(model, shape.kinds, &shape.unions, MAX_NESTED, &mut { MAX_LOOKED_INTO })
}

/// The same of a part, given the values that it lists.
pub(crate) fn kinds_left(model: &Model<'_, '_>, part: &Part) -> Kinds {
    left_of(model, &Outline::of(model, part))
}

/// The types that the items of a part's arrays may have.
pub(crate) fn kinds_of_items(model: &Model<'_, '_>, part: &Part) -> Kinds {
    kinds_left(model, &Outline::of(model, part).items)
}

/// Whether the types, listed values, bounds and alternatives of a part leave no value.
pub(crate) fn allows_nothing(model: &Model<'_, '_>, part: &Part) -> bool {
    let outline = Outline::of(model, part);
    left_of(model, &outline).iter().all(|kind| Range::bars(&outline.ranges, kind))
}

/// Most levels of nested unions that are visited for their types.
const MAX_NESTED: usize = 8;

/// Most alternatives that are visited for their types: references can double them at each level.
const MAX_LOOKED_INTO: usize = 256;

fn left_of(model: &Model<'_, '_>, outline: &Outline) -> Kinds {
    left_by(model, outline.possible_kinds(model), &outline.unions, MAX_NESTED, &mut { MAX_LOOKED_INTO })
}

fn left_by(model: &Model<'_, '_>, kinds: Kinds, unions: &[Union], levels: usize, room: &mut usize) -> Kinds {
    unions.iter().filter(|union| !union.branches.is_empty()).fold(kinds, |kinds, union| {
        let mut named = Kinds::NONE;
        for part in &union.branches {
            // All types are left already, whatever further alternatives allow.
            if kinds.without(named).is_empty() {
                break;
            }
            named = named.with(left_in(model, part, levels, room));
        }
        kinds.intersect(named)
    })
}

/// The types that an alternative leaves. Those of a schema are memoized, unless a limit ended the search.
fn left_in(model: &Model<'_, '_>, part: &[Term], levels: usize, room: &mut usize) -> Kinds {
    let schema = if let [Term::Schema(schema)] = part { Some((*schema, levels)) } else { None };
    if let Some(known) = schema.and_then(|schema| model.memoized_kinds(schema)) {
        return known;
    }
    let outline = Outline::of(model, part);
    let possible = outline.possible_kinds(model);
    let null = if outline.null_beside { outline.kinds.intersect(Kinds::NULL) } else { Kinds::NONE };
    *room = room.saturating_sub(1);
    let further = levels > 0 && *room > 0;
    let left = if further { left_by(model, possible, &outline.unions, levels - 1, room).with(null) } else { possible };
    if let Some(schema) = schema.filter(|_| *room > 0) {
        model.memoize_kinds(schema, left);
    }
    left
}
