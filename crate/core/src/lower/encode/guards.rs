//! Guards: conditions on wire values, by which their alternative is recognized.

use crate::{
    lower::Discriminant,
    order::{Gather, Set},
    restore::Guard,
    schema::Kinds,
};

/// The maximum number of alternatives that are compared pairwise.
pub(super) const MAX_PAIRED: usize = 256;

/// Whether two lists have no string in common.
pub(in crate::lower) fn differ(mine: &[String], theirs: &[String]) -> bool {
    let theirs: Set<&str> = theirs.iter().map(String::as_str).collect();
    mine.iter().all(|value| !theirs.contains(value.as_str()))
}

/// A guard for each type that wire values may have, null aside.
pub(super) fn guards(discriminant: &Discriminant) -> Vec<Guard> {
    let mut found = Vec::new();
    // Values of unknown type, such as those of a reference, may be of any.
    let kinds = if discriminant.kinds.is_empty() { Kinds::ALL } else { discriminant.kinds };
    for kind in kinds.without(Kinds::NULL).iter() {
        let mut guard = Guard::of_kind(kind);
        if kind == Kinds::OBJECT {
            guard.listed = discriminant.optional_tags.clone();
            for (name, strings) in &discriminant.tags {
                let tags = if discriminant.nulls.contains(name) { &mut guard.listed } else { &mut guard.constants };
                tags.insert(name.clone(), strings.clone());
            }
            // A constant is required implicitly, unless it may be null.
            let constant =
                |name: &&String| discriminant.tags.contains_key(*name) && !discriminant.nulls.contains(*name);
            guard.required = discriminant.required.iter().filter(|name| !constant(name)).cloned().gather();
            let nullable = guard.required.iter().filter(|name| discriminant.nulls.contains(*name));
            guard.nullable = nullable.cloned().gather();
        } else if let Some(strings) = discriminant.strings.as_ref().filter(|_| kind == Kinds::STRING) {
            guard.constants.insert(String::new(), strings.clone());
        }
        found.push(guard);
    }
    found
}
