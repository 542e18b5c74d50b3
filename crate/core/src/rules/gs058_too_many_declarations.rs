//! # too many declarations
//!
//! Leaves declarations of a request out beyond the number that it may hold; of a list of tools it says that there
//! are too many for one request.
//!
//! ## Why
//!
//! A request holds at most 512 declarations; one more refuses them all.
//!
//! ## What changes
//!
//! The request does not show the last tools; a list keeps them all.

use super::{
    Hook, Phase, Priority, Rule,
    support::{note, place_of_name},
};
use crate::{envelope::Declarations, json::JsonId, report::Severity};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["N-max-declarations"],
    hooks: &[Hook::Declare { phase: Phase::Fact, with: declare }],
    ..Rule::of(module_path!())
};

fn declare(declarations: &mut Declarations<'_>) {
    let most = declarations.target.max_declarations;
    let declared = declarations.list.iter().filter(|declaration| !declaration.dropped).count();
    if declared <= most {
        return;
    }
    let mut beyond = declarations.list.iter_mut().filter(|declaration| !declaration.dropped).skip(most);
    if !declarations.in_request {
        let place = beyond.next().map_or(JsonId::ROOT, |declaration| place_of_name(declaration));
        let detail = format!("a request holds {most} declarations; these are {declared}, for several requests");
        return declarations.log(&RULE, place).fix(detail).severity(Severity::Warning);
    }
    for declaration in beyond {
        let detail = format!("a request holds {most} declarations; this one is beyond");
        let source = place_of_name(declaration);
        note(&mut declaration.edits, &RULE, source, detail).accepts_less = Some("the tool".to_owned());
        declaration.dropped = true;
    }
}
