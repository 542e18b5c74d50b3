//! The edit log: every change, with its places, its effect and its reason.

use std::{borrow::Cow, ptr};

use super::{
    Rule,
    edit::{Edit, Effects, Message},
    found::Found,
};
use crate::{
    json::JsonId,
    order::Map,
    schema::{MAX_POINTER, push_key, within_length},
};

/// How much of the edits of a tool is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Detail {
    /// How many there are, and those that leave the tool without arguments.
    Count,
    /// What each accepts more or less.
    Costs,
    /// All of it, with what people read.
    #[default]
    All,
}

/// The edits of one tool. The same edit met again (a definition unfolded twice) is one edit with
/// several outputs.
#[derive(Debug, Default)]
pub(crate) struct Log {
    edits: Vec<Edit>,
    /// The last edit at a place, and the one before each.
    last: Map<JsonId, usize>,
    before: Vec<Option<usize>>,
    /// The edits by rule and effects, of which so many are kept.
    similar: Vec<Similar>,
    count: usize,
    newly_kept: usize,
    /// The edit that its maker may still be describing.
    open: Option<usize>,
    detail: Detail,
    /// Whether descriptions say what the output cannot.
    hints: bool,
}

/// Edits of a rule with the same effects.
#[derive(Debug)]
struct Similar {
    rule: &'static Rule,
    effects: Effects,
    kept: usize,
    /// The last that is kept.
    last: usize,
}

/// Bytes that an edit takes with what is said of it, beside the places of its output.
const EDIT: usize = 1_000;

/// Most output places kept for one edit.
const MAX_OUTPUTS: usize = 16;

/// Most edits of one rule with the same effects kept for one tool; the last of them says how many there are.
const MAX_EDITS: usize = 1_000;

impl Log {
    /// A log of edits; `hints` says whether descriptions say what the output cannot.
    pub(super) fn new(hints: bool, detail: Detail) -> Log {
        Log { detail, hints, ..Log::default() }
    }

    /// Whether edits are kept, with their places.
    pub(super) fn keeps(&self) -> bool {
        self.detail != Detail::Count
    }

    /// How many edits were ever made, repeated ones included: equal before and after means nothing
    /// changed between.
    #[must_use]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// What was logged last changes nothing.
    pub(crate) fn discount(&mut self) {
        self.count -= 1;
    }

    /// The edits in the order in which they were made.
    #[must_use]
    pub(crate) fn into_edits(mut self) -> Vec<Edit> {
        self.merge_open();
        self.edits
    }

    /// A place in the log: edits made from now on come after it.
    pub(super) fn mark(&mut self) -> usize {
        self.merge_open();
        self.edits.len()
    }

    /// Whether an edit after a mark says that something is gained.
    pub(super) fn has_gains(&self, mark: usize) -> bool {
        self.edits.get(mark..).unwrap_or_default().iter().any(|edit| edit.accepts_more.is_some())
    }

    /// Takes back what the edits after a mark say is gained: the output allows it on other grounds.
    pub(super) fn forget_gains(&mut self, mark: usize) {
        self.edits.iter_mut().skip(mark).for_each(|edit| edit.accepts_more = None);
    }

    /// Takes back what the edits after a mark say is lost: no value comes there.
    pub(super) fn forget_losses(&mut self, mark: usize) {
        self.edits.iter_mut().skip(mark).for_each(|edit| edit.accepts_less = None);
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

    /// The bytes of what has been kept since this was asked last.
    pub(super) fn newly_kept(&mut self) -> usize {
        std::mem::take(&mut self.newly_kept)
    }

    /// Merges the last edit into an earlier one that says the same.
    fn merge_open(&mut self) {
        let Some(at) = self.open.take() else { return };
        let edit = &self.edits[at];
        if !self.keeps() {
            // Those that are kept all the same stay below.
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
            let outputs = &mut self.edits[twin].outputs;
            if outputs.len() < MAX_OUTPUTS {
                self.newly_kept += bytes_of(&repeated.outputs);
            }
            outputs.extend(repeated.outputs);
            // Those nearest to the root are kept.
            while outputs.len() > MAX_OUTPUTS {
                let deepest = (0..outputs.len()).max_by_key(|at| outputs[*at].len()).unwrap_or_default();
                outputs.remove(deepest);
            }
        }
    }

    /// Counts one more edit, which is the last; says whether it is not beyond the most that are kept.
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

/// Describes the edit just logged; `annotation`, `severity`, `idle` and `fatal` end a chain.
pub(crate) struct EditBuilder<'l> {
    edit: &'l mut Edit,
    found: Found<'l>,
    is_read: bool,
    hints: bool,
}

impl EditBuilder<'_> {
    /// What stands here and what the target does with it, where `Found::usual` does not say it: a sentence without
    /// its end, that starts with what was found. Made when it is read.
    pub(crate) fn message(self, say: fn(Found<'_>) -> String) -> Self {
        self.edit.message = Some(Message::Of(say));
        self
    }

    /// The same, made of what is known here only; not made where nobody will read it.
    pub(crate) fn message_with(self, say: impl FnOnce(Found<'_>) -> String) -> Self {
        if self.is_read {
            self.edit.message = Some(say(self.found).into());
        }
        self
    }

    /// What the output has instead, with its value.
    pub(crate) fn fix(self, fix: impl Into<Cow<'static, str>>) -> Self {
        self.edit.fix = Some(Message::Text(fix.into()));
        self
    }

    /// The same, said of what was found; made when it is read.
    pub(crate) fn fix_of(self, say: fn(Found<'_>) -> String) -> Self {
        self.edit.fix = Some(Message::Of(say));
        self
    }

    /// The same, not made where nobody will read it.
    pub(crate) fn fix_with(self, fix: impl FnOnce() -> String) -> Self {
        if self.is_read { self.fix(fix()) } else { self }
    }

    /// The description says this of it, unless descriptions are left alone.
    pub(crate) fn described(self, words: Option<&str>) -> Self {
        let words = words.filter(|words| self.is_read && self.hints && !words.is_empty());
        self.edit.described = words.map(str::to_owned);
        self
    }

    /// The output allows these values too.
    pub(crate) fn accepts_more(self, what: impl Into<Cow<'static, str>>) -> Self {
        self.set(|edit| &mut edit.accepts_more, what.into())
    }

    /// The output does not allow these values any more.
    pub(crate) fn accepts_less(self, what: impl Into<Cow<'static, str>>) -> Self {
        self.set(|edit| &mut edit.accepts_less, what.into())
    }

    #[inline(never)]
    fn set(self, part: fn(&mut Edit) -> &mut Option<Cow<'static, str>>, text: Cow<'static, str>) -> Self {
        *part(self.edit) = Some(text);
        self
    }

    /// The change shows in a member of the object at work.
    #[must_use]
    pub(crate) fn in_member(self, name: &str) -> Self {
        for output in &mut self.edit.outputs {
            if output.len() + name.len() <= MAX_POINTER {
                push_key(output, "properties");
                push_key(output, name);
            }
        }
        self
    }

    /// Only text for readers changed.
    pub(crate) fn annotation(self) {
        self.edit.annotation = true;
    }

    /// What is gained is never given, because nothing shows it.
    pub(crate) fn idle(self) {
        self.edit.idle = true;
    }

    /// The tool cannot be called with arguments any more.
    pub(crate) fn fatal(self) {
        self.edit.fatal = true;
        self.edit.severity = Some(super::Severity::Error);
    }

    /// How grave the source's state is, where that differs from the rule's rating.
    pub(crate) fn severity(self, severity: super::Severity) {
        self.edit.severity = Some(severity);
    }
}
