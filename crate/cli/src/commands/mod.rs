//! The commands, a file or folder each.

pub(crate) mod check;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod extract;
pub(crate) mod gateway;
pub(crate) mod list;
pub(crate) mod probe;
pub(crate) mod proxy;
pub(crate) mod restore;
pub(crate) mod shell;
pub(crate) mod transform;
