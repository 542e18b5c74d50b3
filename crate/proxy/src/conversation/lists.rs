//! Messages with results of `tools/list`.

use std::ops::Range;

use bytes::Bytes;
use lapidary::internal::Splices;

use crate::{
    catalog::Page,
    fit::{Fitting, fit_page},
};

/// One whose tools are to be made fit.
#[derive(Debug)]
pub(crate) struct Lists {
    pub(crate) message: Bytes,
    /// Where each result is, and where the page begins that it is.
    pub(super) results: Vec<(Range<usize>, Option<String>)>,
    pub(super) fitting: Fitting,
}

impl Lists {
    /// The message with its tools made fit, and what there is to know of them.
    pub(crate) fn fitted(self) -> (Bytes, Vec<Page>) {
        let Lists { message, results, fitting } = self;
        let Ok(text) = std::str::from_utf8(&message) else { return (message, Vec::new()) };
        let mut splices = Splices::new(text);
        let mut pages = Vec::new();
        for (range, cursor) in results {
            let result = &text[range];
            let (new, page) = fit_page(result, cursor, &fitting);
            if let Some(new) = new {
                splices.replace(result, new);
            }
            pages.push(page);
        }
        let changed = splices.finish().map(Bytes::from);
        (changed.unwrap_or(message), pages)
    }
}
