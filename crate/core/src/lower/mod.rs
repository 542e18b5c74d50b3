//! Lowering: rewrites a shape into what the target can express, and logs each change as an edit.
//!
//! **Invariants.** A schema whose lowering logged no edit is output as its source bytes. Rules narrow a shape before
//! its children are lowered and settle it afterwards; nothing else changes its meaning. Depth, recursion and unfolding
//! are bounded, so lowering terminates on every input.

mod alternatives;
mod ambiguous;
mod budget;
mod children;
mod coding;
mod context;
mod cost;
mod cuts;
mod define;
mod definition_facts;
mod definitions;
mod described;
mod direct;
mod edit;
mod emptied;
mod events;
mod fills;
mod found;
mod guards;
mod handlers;
mod hints;
mod ignored;
mod infer;
mod items;
mod limit;
mod log;
mod loops;
mod lowered;
mod lowered_node;
mod node;
mod options;
mod originals;
mod out;
mod partial;
mod plain;
mod print;
mod reading;
mod recognized;
mod recursion;
mod rule;
mod settled;
mod shared;
mod simplify_unions;
mod size;
mod tool;
mod walk;
mod wrapping;

pub(crate) use context::{
    AmbiguityHook, CostHook, Handlers, ImpossibleHook, Lower, NarrowHook, NodeHook, OnPlain, PlainHook, ReadHook,
    Reader, SettleHook, Step,
};
pub(crate) use cost::{Because, Cost};
pub(crate) use edit::Edit;
pub(crate) use emptied::Emptied;
pub(crate) use events::{Ambiguity, Impossible};
pub(crate) use found::Found;
pub(crate) use hints::{Names, clip, inline, spell, spell_list, with_hints};
pub(crate) use limit::{Cut, Limit};
pub(crate) use log::{Detail, EditBuilder, Log};
use lowered::Failure;
pub(crate) use lowered::Lowered;
pub(crate) use lowered_node::{Discriminant, LoweredNode};
pub(crate) use options::LowerOptions;
pub use options::{Mode, Role};
pub(crate) use out::{Out, OutKey, reindent, write_object};
pub(crate) use partial::{Closing, Member, PartialNode};
pub(crate) use plain::{Direct, PlainNode};
pub use rule::{Priority, Rule, Severity};
pub(crate) use settled::lower_tool;
pub(crate) use tool::LoweredTool;
