//! The cost of a fact that is not enforced.

use crate::{
    lower::Found,
    targets::{Door, Target},
};

/// The cost of not enforcing one fact.
#[derive(Debug, Default)]
pub(crate) struct Cost {
    /// What the output allows in addition; `None` for a keyword that constrains nothing.
    pub accepts_more: Option<String>,
    /// The hint for the description.
    pub words: Option<String>,
    /// Why the target does not take it, if not for lack of a field.
    pub because: Option<Because>,
}

/// The message with the reason that a target does not take what was found.
pub(crate) type Because = fn(Found<'_>) -> String;

impl Cost {
    /// Nothing is gained, and there is no hint.
    pub(crate) const NONE: Cost = Cost { accepts_more: None, words: None, because: None };

    /// The output allows these values in addition.
    #[must_use]
    #[inline(never)]
    pub(crate) fn accepts_more(what: impl Into<String>) -> Cost {
        Cost { accepts_more: Some(what.into()), ..Cost::NONE }
    }

    /// The output allows these values in addition, and this is the hint.
    #[must_use]
    pub(crate) fn of(more: &str, words: &str) -> Cost {
        Cost::accepts_more(more).told(Some(words.to_owned()))
    }

    /// Sets why the target does not take it, if not for lack of a field.
    #[must_use]
    pub(crate) fn because(mut self, reason: Because) -> Cost {
        self.because = Some(reason);
        self
    }

    /// Sets that only readers from before the field reject it. OpenAI's API is none of these: it rejects what its strict
    /// mode does not take.
    #[must_use]
    pub(crate) fn recent(self, target: &Target) -> Cost {
        if target.door == Door::OpenAi { self } else { self.because(|found| found.recent()) }
    }

    /// Sets the hint for the description.
    #[must_use]
    #[inline(never)]
    pub(crate) fn told(mut self, words: Option<String>) -> Cost {
        self.words = words;
        self
    }
}
