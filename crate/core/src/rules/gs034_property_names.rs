//! # propertyNames
//!
//! Takes the rule for member names out.
//!
//! ## Why
//!
//! `parameters` has no field for it.
//!
//! ## What changes
//!
//! The output allows members of any name.

use super::{Cost, Hook, Phase, Priority, Rule};
use crate::{
    lower::{Lower, spell, spell_list},
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-propertyNames"],
    hooks: &[Hook::Drop { of: &[Keyword::PropertyNames], phase: Phase::Fact, cost }],
    ..Rule::of(module_path!())
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let tape = cx.ast.tape();
    let names = fact.key.value_of_key();
    let none = tape.boolean(names) == Some(false);
    let says_string =
        |key| tape.key_is(key, "type") && tape.string(key.value_of_key()).is_some_and(|kind| kind == "string");
    if !none && tape.members(names).all(says_string) {
        return Cost::NONE;
    }
    let told = |name, words: &str| tape.get(names, name).map(|value| format!("{words} {}", spell(tape, value)));
    let words = told("pattern", "names match")
        .or_else(|| tape.get(names, "enum").map(|list| format!("names: {}", spell_list(tape, &cx.ast.list(list)))))
        .or_else(|| told("maxLength", "longest name:"))
        .or_else(|| told("minLength", "shortest name:"));
    let otherwise = if none { "no members" } else { "not any name" };
    Cost::accepts_more("members of other names").told(Some(words.unwrap_or_else(|| otherwise.to_owned())))
}
