//! All that a command reads: files, and lists of servers.

use crate::{
    args::SourceArgs,
    input::{self, Document},
    live,
};

/// The documents: files, each read when its turn comes, then the lists of servers.
pub(crate) fn documents(source: &SourceArgs) -> impl Iterator<Item = Document> {
    input::files(source.files()).chain(live::documents(&source.live))
}
