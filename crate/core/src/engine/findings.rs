//! Findings: whether they are read, and the tool that they belong to.

use crate::{
    Role,
    declare::{Declaration, Root},
    report::Context,
};

/// Whether the caller reads findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Findings {
    /// They are reported.
    Read,
    /// Only the output is wanted.
    Unread,
}

/// The context of the issues of the declaration at `index` of a request.
pub(super) fn context(declaration: &Declaration, index: usize, role: Role) -> Context<'_> {
    let name = declaration.name.as_deref().unwrap_or_default();
    let Root { schema, response, .. } = declaration.root;
    Context { schema, response, target: &declaration.target, index, name, role }
}
