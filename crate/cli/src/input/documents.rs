//! All input documents of a command: files, and tool lists of servers.

use crate::{
    args::SourceArgs,
    input::{self, Document, live},
};

/// The documents: files, each read lazily, then the tool lists of servers.
pub(crate) fn documents(source: &SourceArgs) -> impl Iterator<Item = Document> {
    input::files(source.files()).chain(live::documents(&source.live))
}
