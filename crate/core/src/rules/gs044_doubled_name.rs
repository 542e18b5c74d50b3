//! # doubled function names
//!
//! Gives a second tool of one name a name of its own; leaves it out if it is the same tool again.
//!
//! ## Why
//!
//! Two declarations of one name refuse the whole request.
//!
//! ## What changes
//!
//! The model calls the new name; the codec of the tool holds the original.

use super::{
    Hook, Phase, Priority, Rule,
    support::{note, place_of_name},
};
use crate::{
    envelope::{Declaration, Declarations},
    json::{JsonId, Tape, equal},
    order::Map,
    report::Severity,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["N-duplicate", "L-genai-js-duplicate"],
    hooks: &[Hook::Declare { phase: Phase::Fact, with: declare }],
    ..Rule::of(module_path!())
};

fn declare(declarations: &mut Declarations<'_>) {
    let (tape, longest) = (declarations.tape, declarations.target.max_name);
    // The first tool of each name, and the number that the next one of that name tries.
    let mut first: Map<String, (Option<JsonId>, u32)> = Map::new();
    for declaration in declarations.list.iter_mut().filter(|declaration| !declaration.dropped) {
        let Some(name) = declaration.name.clone() else { continue };
        match first.get(&name) {
            None => {
                first.insert(name, (declaration.root.object, 2));
            }
            Some((earlier, next)) => {
                if same_tool(tape, *earlier, declaration.root.object) {
                    report(declaration, format!("the same tool as an earlier {name:?}; left out"));
                    declaration.dropped = true;
                    continue;
                }
                let other = (*next..=u32::MAX)
                    .map(|number| (number, numbered(&name, number, longest)))
                    .find(|(_, candidate)| !first.contains_key(candidate));
                report(declaration, format!("an earlier tool has the name {name:?} too"));
                declaration.renamed = true;
                declaration.name = other.map(|(number, other)| {
                    first.insert(other.clone(), (declaration.root.object, 2));
                    if let Some((_, next)) = first.get_mut(&name) {
                        *next = number + 1;
                    }
                    other
                });
            }
        }
    }
}

fn same_tool(tape: &Tape<'_>, earlier: Option<JsonId>, later: Option<JsonId>) -> bool {
    earlier.zip(later).is_some_and(|(earlier, later)| equal(tape, earlier, later))
}

fn numbered(name: &str, number: u32, longest: usize) -> String {
    let suffix = format!("_{number}");
    let stem: String = name.chars().take(longest.saturating_sub(suffix.len())).collect();
    stem + &suffix
}

fn report(declaration: &mut Declaration, detail: String) {
    let source = place_of_name(declaration);
    note(&mut declaration.edits, &RULE, source, detail);
}
