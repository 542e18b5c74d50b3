//! The rules: one file per pattern, found by the build script. A rule consists of the documentation at the top of its
//! file, its evidence, and the handlers that it hooks into reading, narrowing, settling or declaring.
//!
//! **Invariants.** Every finding is an edit that a rule's handler logged; if a rule's file is deleted or the rule is
//! disabled, the output keeps what it would have changed as it is in the source.

mod book;
mod hook;
mod names;
mod prelude;
mod rule;
mod support;
mod undeclared;

use names::RuleNames;

pub(crate) use crate::lower::{Priority, Rule};
pub(crate) use book::{RuleBook, RuleSet};
pub(crate) use hook::{DeclareHook, Event, Hook, Phase, Rendered, TextHook, When};
pub(crate) use names::Docs;
pub(crate) use undeclared::replaced_name;

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

const _: () = assert!(RULES.len() <= u128::BITS as usize, "a RuleSet has one bit for each rule");
