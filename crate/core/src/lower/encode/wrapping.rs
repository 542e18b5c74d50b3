//! How alternatives are wrapped into objects of one member.

use crate::{
    limits::Work,
    lower::{Lower, LoweredNode},
    restore::{Code, Guard},
    schema::{Keyword, TypeCase},
};

/// How a branch is wrapped.
pub(super) struct Wrapping<'w> {
    pub(super) work: &'w Work,
    pub(super) case: TypeCase,
    /// Whether objects must be closed.
    pub(super) closed: bool,
    /// Whether an object can be declared nullable.
    pub(super) nullable: bool,
    /// Whether the values of a definition need a code.
    pub(in crate::lower) coded: &'w dyn Fn(&str) -> bool,
    /// Guards for the originals of a definition.
    pub(super) originals: &'w dyn Fn(&str) -> Vec<Guard>,
    /// Whether objects of a definition may lack some property.
    pub(super) optional: &'w dyn Fn(&str) -> bool,
}

impl<'w> Wrapping<'w> {
    pub(super) fn of(
        cx: &Lower<'_, 'w>,
        coded: &'w dyn Fn(&str) -> bool,
        originals: &'w dyn Fn(&str) -> Vec<Guard>,
        optional: &'w dyn Fn(&str) -> bool,
    ) -> Wrapping<'w> {
        let (closed, nullable) = (cx.target.closed_objects, cx.target.takes(Keyword::Nullable));
        Wrapping { work: cx.model.work(), case: cx.type_case(), closed, nullable, coded, originals, optional }
    }
}

/// Whether an alternative is wrapped into an object of one member.
pub(super) fn is_wrapped(node: &LoweredNode) -> bool {
    matches!(node.code, Some(Code::Member { .. }))
}
