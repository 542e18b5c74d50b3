//! Lowering: rewrites a shape into what the target can express, and logs each change as an edit.
//!
//! **Invariants.** A schema whose lowering logged no edit is output as its source bytes. Rules narrow a shape before
//! its children are lowered and settle it afterwards; nothing else changes its meaning. Depth, recursion and unfolding
//! are bounded, so lowering terminates on every input.

mod alternatives;
mod child;
mod children;
mod context;
mod definitions;
mod direct;
mod emptied;
mod encode;
mod events;
mod handlers;
mod hints;
mod ignored;
mod items;
mod limits;
mod log;
mod lowered;
mod lowered_node;
mod node;
mod options;
mod partial;
mod plain;
mod print;
mod reading;
mod settled;
mod simplify_unions;
mod tool;
mod walk;

use child::{Child, Link};
pub(crate) use context::{
    AmbiguityHook, CostHook, Handlers, ImpossibleHook, Lower, NameHook, NarrowHook, NodeHook, OnPlain, PlainHook,
    ReadHook, Reader, SettleHook, Step,
};
pub(crate) use emptied::Emptied;
pub(crate) use events::{Ambiguity, Impossible};
pub(crate) use hints::{Names, clip, clip_list, inline, spell, spell_list, states, with_hints};
pub(crate) use limits::{Cut, Limit};
pub(crate) use log::{Because, Cost, Detail, Edit, EditBuilder, Found, Log};
pub use log::{Priority, Rule, Severity};
pub(crate) use lowered::{Failure, Lowered};
pub(crate) use lowered_node::{Discriminant, LoweredNode};
pub(crate) use options::{LowerOptions, Written};
pub use options::{Mode, Role};
pub(crate) use partial::{Closing, Member, PartialNode};
pub(crate) use plain::{Direct, PlainNode};
pub(crate) use print::{Out, OutKey, reindent, write_object};
pub(crate) use reading::stays_beside_reference;
pub(crate) use settled::lower_tool;
pub(crate) use tool::LoweredTool;
