//! What wire values show of their alternative.

use super::Discriminant;
use crate::{
    order::{Gather, Set},
    restore::Guard,
    schema::Kinds,
};

/// Most alternatives that are held against each other one by one.
pub(super) const MAX_PAIRED: usize = 256;

/// Whether two lists have no string in common.
pub(super) fn differ(mine: &[String], theirs: &[String]) -> bool {
    let theirs: Set<&str> = theirs.iter().map(String::as_str).collect();
    mine.iter().all(|value| !theirs.contains(value.as_str()))
}

/// A guard for each kind that wire values may be of.
pub(super) fn guards(discriminant: &Discriminant) -> Vec<Guard> {
    let mut found = Vec::new();
    // What a reference leads to may be of any type.
    let kinds = if discriminant.kinds.is_empty() { Kinds::ALL } else { discriminant.kinds };
    for kind in kinds.without(Kinds::NULL).iter() {
        let mut guard = Guard::of_kind(kind);
        if kind == Kinds::OBJECT {
            guard.listed = discriminant.optional_tags.clone();
            for (name, strings) in &discriminant.tags {
                let tags = if discriminant.nulls.contains(name) { &mut guard.listed } else { &mut guard.constants };
                tags.insert(name.clone(), strings.clone());
            }
            // A constant has to be there anyway, unless it may be null.
            let constant =
                |name: &&String| discriminant.tags.contains_key(*name) && !discriminant.nulls.contains(*name);
            guard.required = discriminant.required.iter().filter(|name| !constant(name)).cloned().gather();
        } else if let Some(strings) = discriminant.strings.as_ref().filter(|_| kind == Kinds::STRING) {
            guard.constants.insert(String::new(), strings.clone());
        }
        found.push(guard);
    }
    found
}
