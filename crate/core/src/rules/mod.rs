//! The rules: one file per pattern, found by the build. A rule is its documentation, which is the file's own, its
//! evidence, and the handlers that it hooks into reading, narrowing, settling or declaring.
//!
//! **Invariants.** Every finding is an edit that a rule's handler logged; with a rule's file deleted or
//! the rule switched off, what it would have changed leaves as it stands.

mod book;
mod hook;
mod names;
mod rule;
mod support;

use names::RuleNames;

pub(crate) use crate::lower::{Priority, Rule};
pub(crate) use book::{RuleBook, RuleSet};
pub(crate) use hook::{DeclareHook, Event, Hook, Phase, TextHook, When};
pub(crate) use names::Docs;

/// What rules are made of.
use crate::lower::{Cost, Impossible};

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

const _: () = assert!(RULES.len() <= u128::BITS as usize, "a RuleSet has one bit for each rule");
