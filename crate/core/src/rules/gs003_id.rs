//! # $id, id
//!
//! Takes the schema's own address out.
//!
//! ## Why
//!
//! `parameters` has no field for it; on the JSON-Schema door it may stay, but not below the root of a schema with
//! references, which would be looked up from it, and not as the name of a place.
//!
//! ## What changes
//!
//! An address tells the model nothing.

use super::{Cost, Hook, Phase, Priority, Rule, When};
use crate::{json::Kind, lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-unknown-id"],
    hooks: &[
        Hook::Narrow { on: When::Has(&[Keyword::Id, Keyword::IdDraft4]), phase: Phase::Fact, with: narrow },
        Hook::Drop { of: &[Keyword::Id, Keyword::IdDraft4], phase: Phase::Fact, cost: |_, _, _| Cost::NONE },
    ],
    ..Rule::of(module_path!())
};

/// References lead into the root, and an address below it would make them lead elsewhere.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let tape = cx.ast.tape();
    if !cx.target.takes(Keyword::Id) {
        return;
    }
    let misleads = !cx.at_root() && cx.references.any();
    for fact in shape.take_facts(Keyword::Id) {
        let id = fact.key.value_of_key();
        let names_a_place = tape.kind(id) == Kind::String && tape.string(id).is_some_and(|id| id.contains('#'));
        if misleads || names_a_place {
            cx.log(&RULE, fact.key).annotation();
        } else {
            shape.facts.push(fact);
        }
    }
}
