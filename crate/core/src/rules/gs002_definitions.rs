//! # $defs, definitions
//!
//! Takes the definitions out once the references into them are written out.
//!
//! ## Why
//!
//! `parameters` has no field for definitions, under either name.
//!
//! ## What changes
//!
//! Nothing is lost: what a reference used stands where it was used.

use super::{Cost, Hook, Phase, Priority, Rule, When};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Critical,
    severity: Severity::Error,
    evidence: &["P-unknown-ref-defs", "P-unknown-definitions"],
    hooks: &[
        Hook::Narrow { on: When::Has(&[Keyword::Defs, Keyword::Definitions]), phase: Phase::Fact, with: narrow },
        Hook::Drop { of: &[Keyword::Defs, Keyword::Definitions], phase: Phase::Fact, cost: |_, _, _| Cost::NONE },
    ],
    ..Rule::of(module_path!())
};

/// What a reference uses stands at the root; definitions elsewhere are not needed there.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.takes(Keyword::Defs) {
        return;
    }
    let name = cx.target.references.names().1;
    let own = cx.ast.entry(cx.ast.root(), Keyword::Defs).map(|entry| entry.key);
    for fact in shape.take_facts(Keyword::Defs) {
        if cx.at_root() && own == Some(fact.key) && cx.ast.tape().key(fact.key) == name {
            shape.facts.push(fact);
        } else {
            cx.log(&RULE, fact.key);
        }
    }
}
