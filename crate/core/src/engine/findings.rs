//! What is found, and whose it is.

use crate::{Role, declare::Declaration, report::Context};

/// Whether anybody reads what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Findings {
    /// They are reported.
    Read,
    /// The output is all that is wanted.
    Unread,
}

/// What the issues of a declaration say of it, as the one at `index` of a request.
pub(super) fn context(declaration: &Declaration, index: usize, role: Role) -> Context<'_> {
    let name = declaration.name.as_deref().unwrap_or_default();
    Context { schema: declaration.root.schema, target: &declaration.target, index, name, role }
}
