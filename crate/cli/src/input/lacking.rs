//! Documents without the tool of `--tool`.

use lapidary::{Issue, IssueCode};

/// The results for documents that lack the wanted tool: they count only if no document has it.
pub(crate) struct Lacking<T> {
    /// The issue of a document without output.
    unread: fn(&T) -> Option<&Issue>,
    held: Vec<T>,
    is_found: bool,
}

impl<T> Lacking<T> {
    pub(crate) fn new(unread: fn(&T) -> Option<&Issue>) -> Lacking<T> {
        Lacking { unread, held: Vec::new(), is_found: false }
    }

    /// The result for a document; `None` if the other documents decide whether it counts.
    pub(crate) fn pass(&mut self, result: T) -> Option<T> {
        match (self.unread)(&result).map(|issue| issue.code) {
            Some(IssueCode::NO_SUCH_TOOL) => {
                self.held.push(result);
                return None;
            }
            Some(_) => {}
            None => self.is_found = true,
        }
        Some(result)
    }

    /// The results that were held back, if no document has the tool.
    pub(crate) fn end(self) -> impl Iterator<Item = T> {
        self.held.into_iter().filter(move |_| !self.is_found)
    }
}
