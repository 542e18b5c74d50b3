//! tools without declarations

use super::{Hooks, Phase, Priority, Rule};
use crate::{
    envelope::{Declaration, Declarations},
    report::Severity,
};

pub(super) static RULE: Rule = Rule {
    code: "GS057",
    slug: "empty-tool",
    title: "tools without declarations",
    summary: "Leaves a tool out whose list of declarations is empty.",
    why: "Vertex AI refuses a tool of which no field is set.",
    change: "Nothing is lost.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["N-empty-tool"],
    phase: Phase::End,
    hooks: Hooks { declare: Some(declare), ..Hooks::NONE },
    ..Rule::BASE
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
            edit.detail("its declarations are all left out").severity(Severity::Info);
        }
        declarations.removed_tools.push(tool);
    }
}
