//! # alternatives that look alike
//!
//! Where calls are restored, wraps an alternative into an object of one member if its coded values could be taken
//! for another's.
//!
//! ## Why
//!
//! A list of entries that stands for a map cannot be told from a list, nor a string that stands for a number from a
//! string.
//!
//! ## What changes
//!
//! Equivalent once the call is restored.

use super::{Event, Hook, Priority, Rule};
use crate::{json::JsonId, lower::Lower, report::Severity};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Info,
    evidence: &["Q-stringified-enum", "Q-dict-empty"],
    hooks: &[Hook::On(Event::Alike(tell))],
    ..Rule::of(module_path!())
};

fn tell(cx: &mut Lower<'_, '_>, key: JsonId) {
    cx.log(&RULE, key).fix("an object of one member stands for an alternative, so that it can be told from the others");
}
