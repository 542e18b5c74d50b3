//! The description of an edit, as the rule that makes it gives it.

use std::borrow::Cow;

use super::{
    edit::{Edit, Message},
    found::Found,
    rule::Severity,
};
use crate::schema::{MAX_POINTER, push_key};

/// Describes the edit just logged; `annotation`, `severity`, `idle` and `fatal` end a chain.
pub(crate) struct EditBuilder<'l> {
    pub(super) edit: &'l mut Edit,
    pub(super) found: Found<'l>,
    /// Whether texts are wanted.
    pub(super) is_read: bool,
    /// Whether descriptions state what the output schema cannot express.
    pub(super) hints: bool,
}

impl EditBuilder<'_> {
    /// Sets what was found and what the target does with it, if `Found::usual` does not state it: a sentence without
    /// its full stop that starts with what was found. Computed when it is read.
    pub(crate) fn message(self, say: fn(Found<'_>) -> String) -> Self {
        self.edit.message = Some(Message::Of(say));
        self
    }

    /// Like [`Self::message`], computed at once, and only if texts are wanted.
    pub(crate) fn message_with(self, say: impl FnOnce(Found<'_>) -> String) -> Self {
        if self.is_read {
            self.edit.message = Some(say(self.found).into());
        }
        self
    }

    /// Sets what the output has instead, with its value.
    pub(crate) fn fix(self, fix: impl Into<Cow<'static, str>>) -> Self {
        self.edit.fix = Some(Message::Text(fix.into()));
        self
    }

    /// Like [`Self::fix`], computed from what was found when it is read.
    pub(crate) fn fix_of(self, say: fn(Found<'_>) -> String) -> Self {
        self.edit.fix = Some(Message::Of(say));
        self
    }

    /// Like [`Self::fix`], computed only if texts are wanted.
    pub(crate) fn fix_with(self, fix: impl FnOnce() -> String) -> Self {
        if self.is_read { self.fix(fix()) } else { self }
    }

    /// Sets the words that are added to the description, unless there are no hints.
    pub(crate) fn described(self, words: Option<&str>) -> Self {
        let words = words.filter(|words| self.is_read && self.hints && !words.is_empty());
        self.edit.described.extend(words.map(str::to_owned));
        self
    }

    /// Sets the values that only the output allows.
    pub(crate) fn accepts_more(self, what: impl Into<Cow<'static, str>>) -> Self {
        self.set(|edit| &mut edit.accepts_more, what.into())
    }

    /// Sets the values that the output no longer allows.
    pub(crate) fn accepts_less(self, what: impl Into<Cow<'static, str>>) -> Self {
        self.set(|edit| &mut edit.accepts_less, what.into())
    }

    #[inline(never)]
    fn set(self, part: fn(&mut Edit) -> &mut Option<Cow<'static, str>>, text: Cow<'static, str>) -> Self {
        *part(self.edit) = Some(text);
        self
    }

    /// Moves the output place to a member of the current object.
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

    /// Makes it an error, whatever the rule's severity: the target rejects what was found.
    pub(crate) fn rejected(self) -> Self {
        self.edit.severity = Some(Severity::Error);
        self
    }

    /// Marks the edit as one of annotations only.
    pub(crate) fn annotation(self) {
        self.edit.annotation = true;
    }

    /// Marks the additional values as ones that the model is not expected to send, because the output does not declare
    /// them.
    pub(crate) fn idle(self) {
        self.edit.idle = true;
    }

    /// Marks the tool as one that can no longer be called with arguments.
    pub(crate) fn fatal(self) {
        self.edit.fatal = true;
        self.edit.severity = Some(Severity::Error);
    }

    /// Sets how severe the state of the source is, where that differs from the rule's severity.
    pub(crate) fn severity(self, severity: Severity) {
        self.edit.severity = Some(severity);
    }
}
