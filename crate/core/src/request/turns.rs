//! The tools of recent requests: each turn of a conversation repeats the last one, adds to it, and declares the same
//! tools.

use std::{
    cell::OnceCell,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    bodies::bodies,
    fields::{at, each, get},
};
use crate::{
    Emit, Mode, Options, PositionEncoding, Tool,
    engine::{LoweredList, read_text},
    json::{JsonId, Piece, Span, Tape, read_around, replace_in, same_text},
    report::{Issue, Places, Start},
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
    /// Where it started; `None` if nothing in it has a place.
    start: Option<Start>,
    list: LoweredList,
    /// The list in the output.
    output: String,
    declares_by_itself: bool,
}

/// The lists of tools of a request that are not remembered yet.
#[derive(Debug, Default)]
pub struct NewLists {
    known: Arc<ToolLists>,
    new: Vec<Known>,
}

/// A request among those before it.
pub(super) struct Turn {
    /// Whether findings are reported only once: then not those of a list that is too long to be remembered.
    pub(super) once: bool,
    pub(super) new: NewLists,
    /// The list that is known, so that it was not read again.
    skipped: Option<(JsonId, Arc<Known>)>,
    /// Where the last list that is remembered now is in the request.
    pub(super) remembered: Option<Span>,
}

impl NewLists {
    /// Remembers them, without their findings, which have been read.
    pub fn read(mut self) {
        for Known { list, .. } in &mut self.new {
            (list.tools, list.issues) = Default::default();
        }
        self.keep();
    }

    /// Remembers them.
    pub(super) fn keep(self) {
        for list in self.new {
            self.known.keep(list);
        }
    }
}

impl Turn {
    /// A request that is read as a whole.
    pub(super) fn new(new: NewLists) -> Turn {
        Turn { once: false, new, skipped: None, remembered: None }
    }

    /// Reads a request, except for a list of tools that is known.
    ///
    /// # Errors
    /// The issue of a text that is not JSON.
    pub(super) fn read<'t>(
        lists: &Arc<ToolLists>,
        once: bool,
        body: &'t str,
        options: &Options,
    ) -> Result<(Tape<'t>, Turn), Box<Issue>> {
        let turn = Turn { once, ..Turn::new(NewLists { known: Arc::clone(lists), new: Vec::new() }) };
        match lists.read_around(body, options.mode) {
            Some((tape, tools, known)) => Ok((tape, Turn { skipped: Some((tools, known)), ..turn })),
            None => Ok((read_text(body, options)?, turn)),
        }
    }

    /// Whether the findings of a list are not reported, as they would be at each turn.
    pub(super) fn is_unreported(&self, tape: &Tape<'_>, tools: JsonId) -> bool {
        self.once && tape.slice(tools).len() > BYTES
    }

    fn skipped(&self, tools: JsonId) -> Option<&Arc<Known>> {
        self.skipped.as_ref().filter(|(skipped, _)| *skipped == tools).map(|(_, known)| known)
    }

    /// Whether a tool of an object brings functions that the request does not list.
    pub(super) fn declares_by_itself(&self, tape: &Tape<'_>, object: JsonId) -> bool {
        let tools = get(tape, object, "tools");
        let known = tools.and_then(|tools| self.skipped(tools));
        known.map_or_else(|| declares_by_itself(tape, tools), |known| known.declares_by_itself)
    }

    /// Lowers the declarations of `tools`, the value at `pointer`. If an earlier request had the same list at the same
    /// pointer, its result is reused, with positions shifted.
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
        let skipped = self.skipped(tools).cloned();
        if skipped.is_none() && (text.len() > BYTES || text.contains('\n')) {
            return lower();
        }
        let known = skipped.or_else(|| self.new.known.recall(|known| known.is_for(asked, &pointer, text)));
        let list = match known {
            Some(known) => known.at(tape, tools, places),
            None => match Known::new(tape, tools, pointer, places, asked, lower()?) {
                Ok(known) => {
                    let list = known.at(tape, tools, places);
                    self.new.new.push(known);
                    list
                }
                Err(list) => return Ok(list),
            },
        };
        self.remembered = Some(tape.span(tools));
        Ok(list)
    }
}

impl ToolLists {
    /// Reads a request around a list of tools that is known; `None` if it has none, or if it is not JSON.
    fn read_around<'t>(&self, body: &'t str, mode: Mode) -> Option<(Tape<'t>, JsonId, Arc<Known>)> {
        let lists = self.known().clone();
        let matched = OnceCell::new();
        let length = |rest: &[u8]| {
            let is_next = |list: &&Arc<Known>| {
                let tools = list.tools.as_bytes();
                rest.get(..tools.len()).is_some_and(|next| same_text(next, tools))
            };
            let known = lists.iter().rev().find(is_next)?;
            Some(matched.get_or_init(|| known.clone()).tools.len())
        };
        let (tape, tools) = read_around(body, &length).ok()??;
        let body = bodies(&tape).into_iter().find(|body| get(&tape, body.object, "tools") == Some(tools))?;
        let pointer = pointer(&Places::new(&tape, PositionEncoding::default()), body.object, tools);
        let asked = (body.api.emit(), body.mode(mode));
        // The same list may be known at several pointers.
        let is_same = |known: &Arc<Known>| {
            let is_matched = matched.get().is_some_and(|matched| Arc::ptr_eq(known, matched));
            known.is_at(asked, &pointer) && (is_matched || same_text(&known.tools, tape.slice(tools)))
        };
        let known = self.recall(is_same)?;
        Some((tape, tools, known))
    }

    /// Looks up a list, which becomes the most recently used one.
    fn recall(&self, same: impl Fn(&Arc<Known>) -> bool) -> Option<Arc<Known>> {
        let mut known = self.known();
        let at = known.iter().position(same)?;
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
    /// The list at `pointer`, lowered.
    ///
    /// # Errors
    /// The lowered list if it depends on more than its text, or changes more: it would not move with its text.
    fn new(
        tape: &Tape<'_>,
        tools: JsonId,
        pointer: String,
        places: &Places<'_>,
        asked: (Emit, Mode),
        mut list: LoweredList,
    ) -> Result<Known, LoweredList> {
        let inside = |issue: &Issue| {
            issue.pointer.strip_prefix(&pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let (whole, mut spans) = (tape.span(tools), list.pieces.iter().map(|piece| piece.span));
        let within = spans.all(|span| whole.start <= span.start && span.end <= whole.end);
        if !within || !list.self_contained || !list.issues.iter().all(inside) {
            return Err(list);
        }
        let output = replace_in(tape, tools, mem::take(&mut list.pieces));
        Ok(Known {
            tools: tape.slice(tools).to_owned(),
            pointer,
            asked,
            start: has_issues(&list).then(|| places.start(tools)),
            list,
            output,
            declares_by_itself: declares_by_itself(tape, Some(tools)),
        })
    }

    fn is_for(&self, asked: (Emit, Mode), pointer: &str, tools: &str) -> bool {
        self.is_at(asked, pointer) && same_text(&self.tools, tools)
    }

    fn is_at(&self, asked: (Emit, Mode), pointer: &str) -> bool {
        self.asked == asked && self.pointer == pointer
    }

    /// The list where it is in a request.
    fn at(&self, tape: &Tape<'_>, tools: JsonId, places: &Places<'_>) -> LoweredList {
        let mut list = self.list.clone();
        list.pieces = vec![Piece::new(tape, tools, self.output.clone())];
        if let Some(start) = &self.start {
            let now = places.start(tools);
            let of_tools = list.tools.iter_mut().flat_map(|Tool { report, .. }| &mut report.issues);
            list.issues.iter_mut().chain(of_tools).for_each(|issue| issue.shift(&now.from(start)));
        }
        list
    }
}

fn has_issues(list: &LoweredList) -> bool {
    !list.issues.is_empty() || list.tools.iter().any(|tool| !tool.report.issues.is_empty())
}

/// The JSON Pointer to the tools of a request.
pub(super) fn pointer(places: &Places<'_>, request: JsonId, tools: JsonId) -> String {
    // Finding the pointer of a value searches the whole document.
    if request == JsonId::ROOT { "/tools".to_owned() } else { places.pointer(tools) }
}

/// Whether a tool brings functions that the request does not list.
fn declares_by_itself(tape: &Tape<'_>, tools: Option<JsonId>) -> bool {
    let brings = |tool| ["computerUse", "mcpServers"].iter().any(|kind| at(tape, tool, &[kind]).is_some());
    each(tape, tools).into_iter().any(brings)
}
