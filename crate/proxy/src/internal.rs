//! What the suites of this repository use beside the interface. No promise covers it: it changes without notice.

use std::sync::Arc;

use lapidary::Cancel;

use crate::{
    Fit,
    fit::{Fitting, fit_page},
};

/// A result of `tools/list` with its tools made fit for a client behind a server over HTTP; `None` if all are the same.
#[must_use]
pub fn fit_list(result: &str, fit: &Fit) -> Option<String> {
    let fitting = Fitting { fit: Some(Arc::new(fit.clone())), mirrors: true };
    fit_page(result, None, &fitting, &Cancel::default()).0
}
