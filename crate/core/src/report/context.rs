//! The tool whose edits are reported.

use crate::{json::JsonId, lower::Role, targets::Target};

/// The tool that edits belong to.
pub(crate) struct Context<'a> {
    /// The root of its schema, from which paths start.
    pub(crate) schema: Option<JsonId>,
    /// The root of the schema of what the function returns.
    pub(crate) response: Option<JsonId>,
    /// The target that it was lowered for.
    pub(crate) target: &'a Target,
    /// Its position among the declarations of the document.
    pub(crate) index: usize,
    /// Its name.
    pub(crate) name: &'a str,
    /// What its schema describes.
    pub(crate) role: Role,
}
