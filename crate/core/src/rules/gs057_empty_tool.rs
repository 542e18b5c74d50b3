//! # tools without declarations
//!
//! Leaves a tool out whose list of declarations is empty.
//!
//! ## Why
//!
//! Vertex AI refuses a tool of which no field is set.
//!
//! ## What changes
//!
//! Nothing is lost.

use super::{Hook, Phase, Priority, Rule};
use crate::{
    envelope::{Declaration, Declarations},
    report::Severity,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["N-empty-tool"],
    hooks: &[Hook::Declare { phase: Phase::End, with: declare }],
    ..Rule::of(module_path!())
};

fn declare(declarations: &mut Declarations<'_>) {
    for (tool, declared) in declarations.holders.iter().copied() {
        let inside = |declaration: &&Declaration| {
            declaration.root.object.is_some_and(|object| declarations.tape.contains(tool, object))
        };
        let from = declarations.list.partition_point(|declaration| declaration.root.object < Some(tool));
        let dropped = declarations.list[from..].iter().take_while(inside).filter(|declaration| declaration.dropped);
        if dropped.count() < declared {
            continue;
        }
        let edit = declarations.log(&RULE, tool);
        if declared > 0 {
            edit.fix("its declarations are all left out").severity(Severity::Info);
        }
        declarations.removed_tools.push(tool);
    }
}
