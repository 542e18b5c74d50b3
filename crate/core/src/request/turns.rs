//! The tools of recent requests: each turn of a conversation repeats the last one, adds to it, and declares the same
//! tools.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{
    Emit, Mode, Tool,
    engine::LoweredList,
    envelope::Piece,
    json::{JsonId, Tape},
    report::{Issue, Places, Shift, Start},
};

/// The most lists of tools that are remembered, and the most bytes of them in all.
const KEPT: usize = 64;
const BYTES: usize = 1_000_000;

/// The declarations of the last requests, lowered for the same options. Shared by threads; none waits while another
/// lowers.
#[derive(Debug, Default)]
pub(super) struct ToolLists(Mutex<Vec<Arc<Known>>>);

#[derive(Debug)]
struct Known {
    /// The list as written, on one line.
    tools: String,
    pointer: String,
    asked: (Emit, Mode),
    start: Start,
    list: LoweredList,
}

impl ToolLists {
    /// Lowers the declarations of `tools`, the value at `pointer`. If an earlier request had the same list at the same
    /// pointer, its result is reused, with positions shifted.
    pub(super) fn list(
        &self,
        tape: &Tape<'_>,
        tools: JsonId,
        pointer: String,
        places: &Places<'_>,
        asked: (Emit, Mode),
        lower: impl FnOnce() -> Result<LoweredList, Box<Issue>>,
    ) -> Result<LoweredList, Box<Issue>> {
        let text = tape.slice(tools);
        if text.len() > BYTES || text.contains('\n') {
            return lower();
        }
        let start = places.start(tools);
        if let Some(known) = self.recall(|known| known.is_for(asked, &pointer, text)) {
            return Ok(known.list.moved(&start.from(&known.start)));
        }
        let list = lower()?;
        let inside = |issue: &Issue| {
            issue.pointer.strip_prefix(&pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        // Issues and pieces outside the list would not move with it.
        let (whole, mut spans) = (tape.span(tools), list.pieces.iter().map(|piece| piece.span));
        let within = spans.all(|span| whole.start <= span.start && span.end <= whole.end);
        if within && list.self_contained && list.issues.iter().all(inside) {
            self.keep(Known { tools: text.to_owned(), pointer, asked, start, list: list.clone() });
        }
        Ok(list)
    }

    /// Looks up a list, which becomes the most recently used one.
    fn recall(&self, same: impl Fn(&Known) -> bool) -> Option<Arc<Known>> {
        let mut known = self.known();
        let at = known.iter().position(|known| same(known))?;
        known[at..].rotate_left(1);
        known.last().cloned()
    }

    /// Remembers a list, in place of the least recently used ones; another thread may have lowered the same one
    /// meanwhile.
    fn keep(&self, new: Known) {
        let mut known = self.known();
        known.retain(|known| !known.is_for(new.asked, &new.pointer, &new.tools));
        let bytes: usize = known.iter().map(|known| known.tools.len()).sum();
        let (mut left, mut first) = (bytes + new.tools.len(), 0);
        while left > BYTES || known.len() - first >= KEPT {
            left -= known[first].tools.len();
            first += 1;
        }
        known.drain(..first);
        known.push(Arc::new(new));
    }

    fn known(&self) -> MutexGuard<'_, Vec<Arc<Known>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn is_for(&self, asked: (Emit, Mode), pointer: &str, tools: &str) -> bool {
        self.asked == asked && self.pointer == pointer && self.tools == tools
    }
}

impl LoweredList {
    fn moved(&self, shift: &Shift) -> LoweredList {
        let mut list = self.clone();
        let of_tools = list.tools.iter_mut().flat_map(|Tool { report, .. }| &mut report.issues);
        list.issues.iter_mut().chain(of_tools).for_each(|issue| issue.shift(shift));
        list.pieces.iter_mut().for_each(|piece: &mut Piece| piece.span = shift.bytes(piece.span));
        list
    }
}
