//! The edit log: every change, with its places, its effect and its reason.

mod builder;
mod cost;
mod edit;
mod found;
mod rule;

use std::ptr;

use crate::{json::JsonId, order::Map, schema::within_length};
use edit::{Effects, MAX_OUTPUTS};

pub(super) use self::edit::Message;
pub use self::rule::{Priority, Rule, Severity};
pub(crate) use self::{
    builder::EditBuilder,
    cost::{Because, Cost},
    edit::Edit,
    found::Found,
};

/// How much of the edits of a tool is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Their number, and those that leave the tool without arguments.
    Count,
    /// How each is looser or stricter, without texts.
    Costs,
    /// All of it, with the texts.
    #[default]
    All,
}

/// The edits of one tool. An edit that is repeated, as for a definition that is unfolded twice, is kept as one edit
/// with several outputs.
#[derive(Debug, Default)]
pub(crate) struct Log {
    edits: Vec<Edit>,
    /// The last edit at each source, and for each edit the previous one at its source.
    last: Map<JsonId, usize>,
    before: Vec<Option<usize>>,
    /// The edits by rule and effects, with how many of each are kept.
    similar: Vec<Similar>,
    /// The edits into which repeated ones were merged, in the order in which that happened.
    merged: Vec<usize>,
    count: usize,
    newly_kept: usize,
    /// The edit that the caller may still be describing.
    open: Option<usize>,
    /// The edit that later ones are consequences of.
    cause: Option<Edit>,
    detail: Detail,
    /// Whether descriptions state what the output schema cannot express.
    hints: bool,
}

/// A position in a log: later edits come after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    edits: usize,
    merged: usize,
}

/// The kept edits of a rule with the same effects.
#[derive(Debug)]
struct Similar {
    rule: &'static Rule,
    effects: Effects,
    kept: usize,
    /// The index of the last of them.
    last: usize,
}

/// The approximate bytes of an edit with its texts, output places aside.
const EDIT: usize = 1_000;

/// How many of the latest edits are looked through for one that says certain words.
const LOOKED_AT: usize = 4_000;

/// The maximum number of edits of one rule with the same effects kept for one tool; the last one counts those beyond
/// it.
const MAX_EDITS: usize = 1_000;

impl Log {
    /// An empty log; `hints` is whether descriptions state what the output schema cannot express.
    pub(super) fn new(hints: bool, detail: Detail) -> Log {
        Log { detail, hints, ..Log::default() }
    }

    /// Whether edits are kept, with their places.
    pub(super) fn keeps(&self) -> bool {
        self.detail != Detail::Count
    }

    /// The number of edits ever logged, repeated ones included: if it is equal before and after, nothing changed in
    /// between.
    #[must_use]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Takes back the count of the last edit, which changes nothing.
    pub(crate) fn discount(&mut self) {
        self.count -= 1;
    }

    /// Takes back all edits since `count` was this, in a log that keeps none.
    pub(super) fn rewind(&mut self, count: usize) {
        debug_assert!(!self.keeps(), "an edit that is kept cannot be taken back");
        self.merge_open();
        self.count = count;
    }

    /// The edits in the order in which they were made.
    #[must_use]
    pub(crate) fn into_edits(mut self) -> Vec<Edit> {
        self.merge_open();
        if self.keeps() {
            for edit in self.edits.iter_mut().filter(|edit| edit.outputs.is_empty()) {
                edit.outputs.extend(edit.folded_into.take());
                if edit.outputs.is_empty() {
                    edit.omit();
                }
            }
        }
        self.edits
    }

    /// The current position.
    pub(super) fn mark(&mut self) -> Mark {
        self.merge_open();
        Mark { edits: self.edits.len(), merged: self.merged.len() }
    }

    /// Revises the places of edits after a mark. Returns how many edits were looked at.
    pub(super) fn revise(&mut self, mark: Mark, act: &dyn Fn(&mut Edit)) -> usize {
        self.merge_open();
        let merged = self.merged.iter().skip(mark.merged).copied().filter(|at| *at < mark.edits);
        merged.chain(mark.edits..self.edits.len()).map(|at| act(&mut self.edits[at])).count()
    }

    /// Takes back that edits of a source changed the output at the places that are `gone` from it.
    pub(super) fn retract_at(&mut self, source: JsonId, gone: &dyn Fn(&str) -> bool) {
        self.merge_open();
        let mut next = self.last.get(&source).copied();
        while let Some(at) = next {
            self.edits[at].retract(gone);
            next = self.before[at];
        }
    }

    /// Whether an edit after a mark is looser.
    pub(super) fn has_gains(&self, mark: Mark) -> bool {
        self.edits.get(mark.edits..).unwrap_or_default().iter().any(|edit| edit.accepts_more.is_some())
    }

    /// Takes back that the description of an output place, or of one below that became part of it, says these words.
    pub(super) fn crowd_out(&mut self, path: &str, words: &str) {
        self.merge_open();
        for edit in self.edits.iter_mut().rev().take(LOOKED_AT) {
            // Few edits say the same words.
            let Some(said) = edit.described.iter().position(|said| said == words) else { continue };
            if edit.is_within(path) {
                edit.crowded_out.push(edit.described.remove(said));
                return;
            }
        }
    }

    /// Replaces words that edits of a source have added to descriptions.
    pub(super) fn reword(&mut self, source: JsonId, before: &str, after: &str) {
        self.merge_open();
        let mut next = self.last.get(&source).copied();
        while let Some(at) = next {
            self.edits[at]
                .described
                .iter_mut()
                .filter(|words| *words == before)
                .for_each(|words| after.clone_into(words));
            next = self.before[at];
        }
    }

    /// Clears that edits after a mark are looser: they are not the reason that the output allows it.
    pub(super) fn forget_gains(&mut self, mark: Mark) {
        self.edits.iter_mut().skip(mark.edits).for_each(|edit| edit.accepts_more = None);
    }

    /// Clears that edits after a mark are stricter: no value reaches their places.
    pub(super) fn forget_losses(&mut self, mark: Mark) {
        self.edits.iter_mut().skip(mark.edits).for_each(|edit| edit.accepts_less = None);
    }

    /// Takes edits from here on for consequences of the last one, until [`Self::end_consequences`]: they concern what
    /// replaces the source, and only what they lose or gain is reported, with the edit that replaced it.
    pub(super) fn begin_consequences(&mut self) {
        self.cause = self.open.take().and_then(|_| self.edits.pop());
    }

    pub(super) fn end_consequences(&mut self) {
        self.merge_open();
        if let Some(cause) = self.cause.take() {
            self.open = Some(self.edits.len());
            self.edits.push(cause);
        }
    }

    /// Adds an edit and lets the caller describe it.
    pub(crate) fn push<'l>(&'l mut self, rule: &'static Rule, found: Found<'l>, path: &str) -> EditBuilder<'l> {
        self.merge_open();
        self.count += 1;
        self.open = Some(self.edits.len());
        let mut edit = Edit::new(rule, found.source());
        edit.outputs.extend(self.keeps().then(|| within_length(path).to_owned()));
        self.edits.push(edit);
        let at = self.edits.len() - 1;
        EditBuilder { edit: &mut self.edits[at], found, is_read: self.detail == Detail::All, hints: self.hints }
    }

    /// The bytes kept since the last call.
    pub(super) fn newly_kept(&mut self) -> usize {
        std::mem::take(&mut self.newly_kept)
    }

    /// Merges the last edit into an earlier one that is like it, or drops it if it is not to be kept.
    fn merge_open(&mut self) {
        let Some(at) = self.open.take() else { return };
        if let Some(cause) = &mut self.cause {
            cause.extend(self.edits.pop());
            return;
        }
        let edit = &self.edits[at];
        if !self.keeps() {
            // Fatal edits are kept all the same.
            if !edit.fatal {
                self.edits.pop();
            }
            return;
        }
        let (rule, source, effects) = (edit.rule, edit.source, edit.effects());
        let before = self.last.get(&source).copied();
        let mut twin = before;
        while let Some(other) = twin.filter(|other| !self.edits[*other].is_like(edit)) {
            twin = self.before[other];
        }
        let Some(twin) = twin else {
            if self.may_keep(rule, effects) {
                self.newly_kept += EDIT + bytes_of(&self.edits[at].outputs);
                self.last.insert(source, at);
                self.before.push(before);
            } else {
                self.edits.pop();
            }
            return;
        };
        if let Some(repeated) = self.edits.pop() {
            self.merged.push(twin);
            let outputs = &mut self.edits[twin].outputs;
            if outputs.len() < MAX_OUTPUTS {
                self.newly_kept += bytes_of(&repeated.outputs);
            }
            for output in repeated.outputs {
                if !outputs.contains(&output) {
                    outputs.push(output);
                }
            }
            // The places nearest to the root are kept.
            while outputs.len() > MAX_OUTPUTS {
                let deepest = (0..outputs.len()).max_by_key(|at| outputs[*at].len()).unwrap_or_default();
                outputs.remove(deepest);
            }
        }
    }

    /// Counts the last edit. Returns whether it is within the maximum to be kept.
    fn may_keep(&mut self, rule: &'static Rule, effects: Effects) -> bool {
        let last = self.edits.len() - 1;
        let is_like = |similar: &&mut Similar| ptr::eq(similar.rule, rule) && similar.effects == effects;
        match self.similar.iter_mut().find(is_like) {
            None => self.similar.push(Similar { rule, effects, kept: 1, last }),
            Some(similar) if similar.kept < MAX_EDITS => (similar.kept, similar.last) = (similar.kept + 1, last),
            Some(similar) => {
                self.edits[similar.last].beyond += 1;
                return false;
            }
        }
        true
    }
}

fn bytes_of(outputs: &[String]) -> usize {
    outputs.iter().map(String::len).sum()
}
