//! tools without declarations

use super::{Hooks, Priority, Rule};
use crate::{envelope::Declarations, report::Severity};

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
    hooks: Hooks { declare: Some(declare), ..Hooks::NONE },
    ..Rule::BASE
};

fn declare(declarations: &mut Declarations<'_>) {
    for tool in declarations.empty_tools.iter().copied() {
        declarations.log(&RULE, tool);
        declarations.removed_tools.push(tool);
    }
}
