//! Events of lowering that rules report.

/// A place where no value is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Impossible<'n> {
    /// A member of an object.
    Member {
        /// Its name.
        name: &'n str,
        /// Whether the object must have it.
        required: bool,
        /// Whether the output forbids it.
        forbidden: bool,
    },
    /// An alternative of a union.
    Alternative {
        /// Whether the union is `oneOf`, of which no other alternative may match.
        alone: bool,
    },
    /// The items of a list.
    Items {
        /// Whether the target can express that the list has no such items.
        told: bool,
    },
    /// The undeclared members of an object.
    Undeclared,
    /// A definition that references lead to.
    Definition {
        /// Its name.
        name: &'n str,
    },
    /// The whole schema.
    Root,
}

/// What was done about alternatives whose wire values are ambiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ambiguity {
    /// One of them was wrapped into an object of one member.
    Wrapped {
        /// Whether the union's node constrains objects, so that it may exclude this one.
        beside: bool,
    },
    /// Null that stands for an absent member is not removed.
    NullStays,
}
