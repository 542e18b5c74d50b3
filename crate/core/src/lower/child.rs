//! Steps from a node to its children.

use crate::schema::SchemaId;

/// How a node has a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    /// A member, which may be absent unless it is required.
    Member { required: bool },
    /// The items of a list, of which there may be none unless some are required.
    Items { required: bool },
    /// A child whose absence does not end a loop of references for the API (catalogue: J-ref-loop), such as the item at
    /// a position.
    Fixed,
}

/// A step from a node to a required child that a rule can make optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Link {
    /// Whether the child is a member.
    pub(super) is_member: bool,
    /// The first schema of the child.
    pub(super) schema: SchemaId,
}

impl Child {
    /// Whether a value may do without it.
    pub(super) fn is_optional(self) -> bool {
        matches!(self, Child::Member { required: false } | Child::Items { required: false })
    }
}
