//! A change, with its places, its effect and its reason.

use std::{borrow::Cow, ptr};

use super::found::Found;
use crate::{
    json::JsonId,
    lower::Rule,
    order::Gather,
    schema::{is_below, is_within, within_length},
};

/// One change. `accepts_more` and `accepts_less` state which values only the output allows, and which only the source;
/// without them, both allow the same values.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    /// The rule that made it.
    pub rule: &'static Rule,
    /// What caused it: a member's key, or a value.
    pub source: JsonId,
    /// The output places that changed: JSON Pointers (RFC 6901).
    pub outputs: Vec<String>,
    /// The output place that counts if there is none in `outputs`: the node that was lowered again without what changed.
    pub folded_into: Option<String>,
    /// What was found at the source, and what the target does with it; `None` for the text of `Found::usual`.
    pub message: Option<Message>,
    /// What the output has instead.
    pub fix: Option<Message>,
    /// The words that were added to the description, in addition to `fix`.
    pub described: Vec<String>,
    /// Those for which the description had no room.
    pub crowded_out: Vec<String>,
    /// What values the output allows that the source does not.
    pub accepts_more: Option<Cow<'static, str>>,
    /// What values the source allows that the output does not.
    pub accepts_less: Option<Cow<'static, str>>,
    /// Whether only annotations changed.
    pub annotation: bool,
    /// How severe the state of the source is, where that differs from the rule's severity.
    pub severity: Option<super::rule::Severity>,
    /// The number of further edits of the rule with the same effects, which were not kept.
    pub beyond: usize,
    /// Whether the tool can no longer be called with arguments, although it takes some.
    pub fatal: bool,
    /// Whether the model is not expected to send the additional values, because the output does not declare them.
    pub idle: bool,
}

/// The maximum number of output places kept for one edit.
pub(super) const MAX_OUTPUTS: usize = 16;

/// The effects of an edit, one bit each: looser, stricter, fatal.
pub(crate) type Effects = u8;

/// A text of an edit.
#[derive(Clone, Debug)]
pub(crate) enum Message {
    /// Computed from what was found, when it is read.
    Of(fn(Found<'_>) -> String),
    /// Fixed text.
    Text(Cow<'static, str>),
}

impl Message {
    /// The text for what was found.
    pub(crate) fn text_of(&self, found: Found<'_>) -> String {
        match self {
            Message::Of(say) => say(found),
            Message::Text(text) => text.clone().into_owned(),
        }
    }
}

impl<T: Into<Cow<'static, str>>> From<T> for Message {
    fn from(text: T) -> Message {
        Message::Text(text.into())
    }
}

impl Edit {
    /// An edit without texts and effects.
    pub(crate) fn new(rule: &'static Rule, source: JsonId) -> Edit {
        Edit {
            rule,
            source,
            outputs: Vec::new(),
            folded_into: None,
            message: None,
            fix: None,
            described: Vec::new(),
            crowded_out: Vec::new(),
            accepts_more: None,
            accepts_less: None,
            annotation: false,
            severity: None,
            beyond: 0,
            fatal: false,
            idle: false,
        }
    }

    /// Adds what consequences of this edit lose and gain.
    pub(super) fn extend(&mut self, consequences: impl IntoIterator<Item = Edit>) {
        let join = |own: &mut Option<Cow<'static, str>>, other: Option<Cow<'static, str>>| match (own.as_mut(), other) {
            (Some(own), Some(other)) if !own.contains(&*other) => own.to_mut().extend(["; ", &*other]),
            (None, other) => *own = other,
            _ => {}
        };
        for edit in consequences {
            join(&mut self.accepts_more, edit.accepts_more);
            join(&mut self.accepts_less, edit.accepts_less);
            self.fatal |= edit.fatal;
        }
    }

    /// Removes the output places that are `gone`, unless there may be others than those that were kept.
    pub(in crate::lower) fn retract(&mut self, gone: &dyn Fn(&str) -> bool) {
        if self.outputs.len() < MAX_OUTPUTS {
            self.outputs.retain(|output| !gone(output));
            self.folded_into.take_if(|output| gone(output));
        }
    }

    /// Moves the output places of which `moved` knows where they are now.
    pub(in crate::lower) fn relocate(&mut self, moved: &dyn Fn(&str) -> Option<String>) {
        for output in self.outputs.iter_mut().chain(&mut self.folded_into) {
            if let Some(place) = moved(output) {
                within_length(&place).clone_into(output);
            }
        }
    }

    /// Takes back the output places below a node that is lowered again.
    pub(in crate::lower) fn fold_into(&mut self, node: &str) {
        let before = self.outputs.len();
        self.outputs.retain(|output| !is_below(output, node));
        let is_below_node = self.folded_into.as_ref().is_none_or(|output| is_below(output, node));
        if self.outputs.len() < before && is_below_node {
            self.folded_into = Some(node.to_owned());
        }
    }

    /// Whether it changed the output at a place or below.
    pub(super) fn is_within(&self, place: &str) -> bool {
        self.outputs.iter().chain(&self.folded_into).any(|output| is_within(output, place))
    }

    /// States that nothing of it is in the output, as no value is valid at its places. What it gains and loses is kept:
    /// of circular references, that is not certain.
    pub(super) fn omit(&mut self) {
        self.fix = Some("omitted: no value is allowed there".into());
        self.described.clear();
        self.crowded_out.clear();
    }

    pub(crate) fn effects(&self) -> Effects {
        u8::from(self.accepts_more.is_some())
            | (u8::from(self.accepts_less.is_some()) << 1)
            | (u8::from(self.fatal) << 2)
    }

    /// What the output has instead, and the words that were added to its description.
    pub(crate) fn said_fix(&self, found: Found<'_>) -> Option<String> {
        let fix = self.fix.as_ref().map(|fix| fix.text_of(found));
        let words = |verb: &str, words: &[String]| {
            (!words.is_empty()).then(|| format!("the description {verb} `{}`", words.join("; ")))
        };
        let parts = [fix, words("says", &self.described), words("has no room for", &self.crowded_out)];
        let parts = parts.into_iter().flatten().gather();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// Whether both are of the same rule and have the same effects, whatever their places.
    pub(super) fn is_like(&self, other: &Edit) -> bool {
        ptr::eq(self.rule, other.rule)
            && self.accepts_more == other.accepts_more
            && self.accepts_less == other.accepts_less
            && self.annotation == other.annotation
    }
}
