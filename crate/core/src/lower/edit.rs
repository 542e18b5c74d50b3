//! A change, with its places, its effect and its reason.

use std::{borrow::Cow, ptr};

use super::{Rule, found::Found};
use crate::json::JsonId;

/// One change. `accepts_more` and `accepts_less` say which values the output allows that the source does not, and
/// the reverse; neither means equivalent.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    /// The rule that made it.
    pub rule: &'static Rule,
    /// What caused it: a member's key, or a value.
    pub source: JsonId,
    /// The output places that changed: JSON Pointers (RFC 6901).
    pub outputs: Vec<String>,
    /// What stands at the source, and what the target does with it; `None` for what `Found::usual` says.
    pub message: Option<Message>,
    /// What the output has instead.
    pub fix: Option<Message>,
    /// What the description says of it, beside what the output has instead.
    pub described: Option<String>,
    /// What values the output allows that the source does not.
    pub accepts_more: Option<Cow<'static, str>>,
    /// What values the source allows that the output does not.
    pub accepts_less: Option<Cow<'static, str>>,
    /// Whether only text for readers changed.
    pub annotation: bool,
    /// Whether the source, left alone, would be refused or misread, although the rule's usual
    /// finding is milder, or the reverse.
    pub severity: Option<super::Severity>,
    /// How many more edits of the rule with such effects were made in the tool and not kept.
    pub beyond: usize,
    /// Whether the tool cannot be called with arguments any more, though it has some.
    pub fatal: bool,
    /// Whether what is gained is never given, because nothing shows it: undeclared members.
    pub idle: bool,
}

/// Which effects an edit has, a bit each: it accepts more, it accepts less, it is fatal.
pub(crate) type Effects = u8;

/// What an edit says.
#[derive(Clone, Debug)]
pub(crate) enum Message {
    /// As it is said of what was found, when somebody reads it.
    Of(fn(Found<'_>) -> String),
    /// As text.
    Text(Cow<'static, str>),
}

impl Message {
    /// The words, said of what was found.
    pub(crate) fn said_of(&self, found: Found<'_>) -> String {
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
    /// An edit of which nothing is said yet.
    pub(crate) fn new(rule: &'static Rule, source: JsonId) -> Edit {
        Edit {
            rule,
            source,
            outputs: Vec::new(),
            message: None,
            fix: None,
            described: None,
            accepts_more: None,
            accepts_less: None,
            annotation: false,
            severity: None,
            beyond: 0,
            fatal: false,
            idle: false,
        }
    }

    pub(crate) fn effects(&self) -> Effects {
        u8::from(self.accepts_more.is_some())
            | (u8::from(self.accepts_less.is_some()) << 1)
            | (u8::from(self.fatal) << 2)
    }

    /// What the output has instead, and what its description says.
    pub(crate) fn said_fix(&self, found: Found<'_>) -> Option<String> {
        let fix = self.fix.as_ref().map(|fix| fix.said_of(found));
        let described = self.described.as_ref().map(|words| format!("the description says `{words}`"));
        match (fix, described) {
            (Some(fix), Some(described)) => Some(format!("{fix}; {described}")),
            (fix, described) => fix.or(described),
        }
    }

    /// Whether both say the same of whatever place.
    pub(super) fn is_like(&self, other: &Edit) -> bool {
        ptr::eq(self.rule, other.rule)
            && self.accepts_more == other.accepts_more
            && self.accepts_less == other.accepts_less
            && self.annotation == other.annotation
    }
}
