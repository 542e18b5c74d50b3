//! Messages with requests of `tools/call`.

use std::{ops::Range, sync::Arc};

use bytes::Bytes;
use lapidary::internal::Splices;
use serde_json::value::RawValue;

use crate::{catalog::Known, restore::restore};

/// A message whose calls have to be restored.
#[derive(Debug)]
pub(crate) struct Calls {
    pub(crate) message: Bytes,
    /// The range of each call's parameters, and the tool that it calls.
    pub(super) calls: Vec<(Range<usize>, Arc<Known>)>,
}

impl Calls {
    /// The message with its calls restored.
    pub(crate) fn restored(&self) -> Bytes {
        let Ok(text) = std::str::from_utf8(&self.message) else { return self.message.clone() };
        let mut splices = Splices::new(text);
        for (range, tool) in &self.calls {
            let params = &text[range.clone()];
            let new = serde_json::from_str::<&RawValue>(params).ok().and_then(|params| restore(params, tool));
            if let Some(new) = new {
                splices.replace(params, new);
            }
        }
        splices.finish().map_or_else(|| self.message.clone(), Bytes::from)
    }
}
