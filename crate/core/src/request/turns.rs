//! The turns of a conversation: each request is the last one and more, and declares the same tools.

use crate::{
    Emit, Mode, Tool,
    engine::LoweredList,
    envelope::Piece,
    json::{JsonId, Tape},
    report::{Issue, Places, Shift, Start},
};

/// Lists of tools that are remembered.
const KEPT: usize = 4;

/// The longest list of tools that is, in bytes.
const LONGEST: usize = 1_000_000;

/// The declarations of the last requests, lowered for the same options.
#[derive(Debug, Default)]
pub(super) struct Turns(Vec<Known>);

#[derive(Debug)]
struct Known {
    /// The list as it was written, on one line.
    tools: String,
    pointer: String,
    asked: (Emit, Mode),
    start: Start,
    list: LoweredList,
}

impl Turns {
    /// What the declarations of `tools`, which `pointer` leads to, are lowered to: as before where the same list
    /// stood at the same place of a request, only further on or further back.
    pub(super) fn list(
        &mut self,
        tape: &Tape<'_>,
        tools: JsonId,
        pointer: String,
        places: &Places<'_>,
        asked: (Emit, Mode),
        lower: impl FnOnce() -> Result<LoweredList, Box<Issue>>,
    ) -> Result<LoweredList, Box<Issue>> {
        let text = tape.slice(tools);
        if text.len() > LONGEST || text.contains('\n') {
            return lower();
        }
        let start = places.start(tools);
        let same = |known: &Known| known.asked == asked && known.pointer == pointer && known.tools == text;
        if let Some(at) = self.0.iter().position(same) {
            // The list that was asked for last is the last to go.
            let known = self.0.remove(at);
            let list = known.list.moved(&start.from(&known.start));
            self.0.push(known);
            return Ok(list);
        }
        let list = lower()?;
        let inside = |issue: &Issue| {
            issue.pointer.strip_prefix(&pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        // What reaches beyond the list does not move with it.
        let (whole, mut spans) = (tape.span(tools), list.pieces.iter().map(|piece| piece.span));
        let within = spans.all(|span| whole.start <= span.start && span.end <= whole.end);
        if within && list.self_contained && list.issues.iter().all(inside) {
            if self.0.len() == KEPT {
                self.0.remove(0);
            }
            self.0.push(Known { tools: text.to_owned(), pointer, asked, start, list: list.clone() });
        }
        Ok(list)
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
