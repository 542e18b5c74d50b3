//! too many declarations

use super::{
    Hooks, Priority, Rule,
    support::{note, place_of_name},
};
use crate::{envelope::Declarations, report::Severity};

pub(super) static RULE: Rule = Rule {
    code: "GS058",
    slug: "too-many-declarations",
    title: "too many declarations",
    summary: "Leaves declarations out beyond the number that a request may hold.",
    why: "A request holds at most 512 declarations; one more refuses them all.",
    change: "The output does not show the last tools.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["N-max-declarations"],
    hooks: Hooks { declare: Some(declare), ..Hooks::NONE },
    ..Rule::BASE
};

fn declare(declarations: &mut Declarations<'_>) {
    let most = declarations.target.max_declarations;
    for declaration in declarations.list.iter_mut().filter(|declaration| !declaration.dropped).skip(most) {
        let detail = format!("a request holds {most} declarations; this one is beyond");
        let source = place_of_name(declaration);
        note(&mut declaration.edits, &RULE, source, detail).loses = Some("the tool".to_owned());
        declaration.dropped = true;
    }
}
