//! too many declarations

use super::{Hooks, Priority, Rule};
use crate::{envelope::Declarations, json::JsonId, report::Severity};

pub(super) static RULE: Rule = Rule {
    code: "GS058",
    slug: "too-many-declarations",
    title: "too many declarations",
    summary: "Reports more declarations than a request may hold.",
    why: "A request holds at most 512 declarations.",
    change: "Nothing is left out: which tools to send is the caller's choice.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["N-max-declarations"],
    hooks: Hooks { declare: Some(declare), ..Hooks::NONE },
    ..Rule::BASE
};

fn declare(declarations: &mut Declarations<'_>) {
    let (count, most) = (declarations.list.len(), declarations.target.max_declarations);
    if count > most {
        declarations.log(&RULE, JsonId::ROOT).detail(format!("{count} declarations; a request holds {most}"));
    }
}
