//! # examples, $comment, readOnly, writeOnly, deprecated
//!
//! Takes annotations out that the target does not know; an example and a deprecation go into the description.
//!
//! ## Why
//!
//! `parameters` has no fields for them.
//!
//! ## What changes
//!
//! No value is lost or gained.

use super::{Cost, Hook, Phase, Priority, Rule};
use crate::{
    lower::{Lower, spell},
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-examples", "P-unknown-annotations"],
    hooks: &[Hook::Drop {
        of: &[
            Keyword::Examples,
            Keyword::Comment,
            Keyword::ReadOnly,
            Keyword::WriteOnly,
            Keyword::Deprecated,
            Keyword::Example,
        ],
        phase: Phase::Note,
        cost,
    }],
    ..Rule::of(module_path!())
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    Cost::NONE.told(words(cx, fact))
}

fn words(cx: &Lower<'_, '_>, fact: &Fact) -> Option<String> {
    let tape = cx.ast.tape();
    let on = fact.lexeme(cx.ast.tape()) == "true";
    match fact.keyword {
        Keyword::Examples => {
            tape.elements(fact.key.value_of_key()).next().map(|first| format!("example: {}", spell(tape, first)))
        }
        Keyword::Deprecated => on.then(|| "deprecated".to_owned()),
        Keyword::ReadOnly => on.then(|| "read-only".to_owned()),
        _ => None,
    }
}
