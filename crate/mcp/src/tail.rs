//! The end of what a server prints.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

/// How many bytes are kept.
const KEPT: usize = 8 << 10;

/// The last bytes that were printed; clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tail(Arc<Mutex<VecDeque<u8>>>);

impl Tail {
    /// Adds what was printed.
    pub(crate) fn push(&self, printed: &[u8]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&printed[printed.len().saturating_sub(KEPT)..]);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }

    /// What is kept, as text.
    pub(crate) fn text(&self) -> String {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(kept.make_contiguous()).trim().to_owned()
    }
}
