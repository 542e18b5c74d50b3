//! Messages with results of `tools/list`.

use std::ops::Range;

use bytes::Bytes;
use lapidary::{Cancel, internal::Splices};

use crate::{
    catalog::Page,
    fit::{Fitting, fit_page},
};

/// A message whose tools are to be lowered.
#[derive(Debug)]
pub(crate) struct Lists {
    pub(crate) message: Bytes,
    /// The range of each result, and the cursor of its page.
    pub(super) results: Vec<(Range<usize>, Option<String>)>,
    pub(super) fitting: Fitting,
    /// How often the tools had changed when it arrived.
    pub(crate) changes: u64,
}

impl Lists {
    /// Lowers the tools; returns the message, and the pages for the catalog.
    pub(crate) fn fitted(&self, cancel: &Cancel) -> (Bytes, Vec<Page>) {
        let Ok(text) = std::str::from_utf8(&self.message) else { return (self.message.clone(), Vec::new()) };
        let mut splices = Splices::new(text);
        let mut pages = Vec::new();
        for (range, cursor) in &self.results {
            let result = &text[range.clone()];
            let (new, page) = fit_page(result, cursor.clone(), &self.fitting, cancel);
            if let Some(new) = new {
                splices.replace(result, new);
            }
            pages.push(page);
        }
        let changed = splices.finish().map(Bytes::from);
        (changed.unwrap_or_else(|| self.message.clone()), pages)
    }
}
