//! # $anchor, $dynamicAnchor, $vocabulary
//!
//! Takes names of places and vocabularies out.
//!
//! ## Why
//!
//! `parameters` has no field for them; where a name may stay, it would stand twice once a reference to it is
//! written out.
//!
//! ## What changes
//!
//! References to them are written out before; nothing is lost.

use super::{Cost, Hook, Phase, Priority, Rule, When};
use crate::{lower::Lower, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-id"],
    hooks: &[
        Hook::Narrow {
            on: When::Has(&[Keyword::Anchor, Keyword::DynamicAnchor, Keyword::RecursiveAnchor, Keyword::Vocabulary]),
            phase: Phase::Fact,
            with: narrow,
        },
        Hook::Drop {
            of: &[Keyword::Anchor, Keyword::DynamicAnchor, Keyword::RecursiveAnchor, Keyword::Vocabulary],
            phase: Phase::Fact,
            cost: |_, _, _| Cost::NONE,
        },
    ],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.takes(Keyword::Anchor) && cx.references.any() {
        for fact in shape.take_facts(Keyword::Anchor) {
            cx.log(&RULE, fact.key).annotation();
        }
    }
}
