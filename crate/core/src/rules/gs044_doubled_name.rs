//! doubled function names

use std::collections::BTreeSet;

use super::{Hooks, Priority, Rule, support::edit};
use crate::{envelope::Declarations, report::Severity};

pub(super) static RULE: Rule = Rule {
    code: "GS044",
    slug: "doubled-name",
    title: "doubled function names",
    summary: "Leaves out a declaration whose name an earlier one has.",
    why: "Two declarations of one name refuse the whole request.",
    change: "The output does not show the later tool.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["N-duplicate", "L-genai-js-duplicate"],
    hooks: Hooks { declare: Some(declare), ..Hooks::NONE },
    ..Rule::BASE
};

fn declare(declarations: &mut Declarations<'_>) {
    let mut seen = BTreeSet::new();
    for declaration in declarations.list.iter_mut() {
        let Some(name) = &declaration.name else { continue };
        if seen.insert(name.clone()) {
            continue;
        }
        let source = declaration.root.name.or(declaration.root.object).unwrap_or(crate::json::JsonId::ROOT);
        let mut edit = edit(&RULE, source, format!("an earlier tool is called {name:?} too; this one is left out"));
        edit.loses = Some("the tool".to_owned());
        declaration.edits.push(edit);
        declaration.dropped = true;
    }
}
