//! too many declarations

use super::{
    Hooks, Priority, Rule,
    support::{note, place_of_name},
};
use crate::{envelope::Declarations, json::JsonId, report::Severity};

pub(super) static RULE: Rule = Rule {
    code: "GS058",
    slug: "too-many-declarations",
    title: "too many declarations",
    summary: "Leaves declarations of a request out beyond the number that it may hold; of a list of tools it says that there are too many for one request.",
    why: "A request holds at most 512 declarations; one more refuses them all.",
    change: "The request does not show the last tools; a list keeps them all.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["N-max-declarations"],
    hooks: Hooks { declare: Some(declare), ..Hooks::NONE },
    ..Rule::BASE
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
        return declarations.log(&RULE, place).detail(detail).severity(Severity::Warning);
    }
    for declaration in beyond {
        let detail = format!("a request holds {most} declarations; this one is beyond");
        let source = place_of_name(declaration);
        note(&mut declaration.edits, &RULE, source, detail).loses = Some("the tool".to_owned());
        declaration.dropped = true;
    }
}
