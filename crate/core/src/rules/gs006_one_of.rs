//! # oneOf
//!
//! Turns `oneOf` into `anyOf`.
//!
//! ## Why
//!
//! `parameters` has `anyOf` alone; what the service makes of `oneOf` there is not documented.
//!
//! ## What changes
//!
//! Equivalent where no value can satisfy two alternatives: other types, other values, a required member of other
//! constants, ranges apart; else the output allows such values.

use super::{
    Hook, Phase, Priority, Rule, When,
    support::{branch, open_unions},
};
use crate::{
    lower::Lower,
    order::Gather,
    report::Severity,
    schema::Keyword,
    shape::{Overlap, Part, Shape, Term, Union, overlap},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-oneOf-undocumented"],
    hooks: &[Hook::Narrow { on: When::Has(&[Keyword::OneOf]), phase: Phase::Union, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    // Where `oneOf` is read as `anyOf`, it may stay if both say the same.
    let taken = cx.target.takes(Keyword::OneOf);
    if !taken {
        open_unions(cx, shape);
    }
    // What stands beside the union holds in each alternative.
    let mut beside = shape.clone();
    beside.unions.clear();
    let beside = Part::from(beside);
    for union in shape.unions.iter_mut().filter(|union| union.keyword == Keyword::OneOf) {
        let more = more(cx, union, &beside);
        if taken && more.is_none() {
            continue;
        }
        union.keyword = Keyword::AnyOf;
        let edit = cx.log(&RULE, union.key);
        if let Some(more) = more {
            edit.accepts_more(more);
        }
    }
}

/// What `anyOf` allows that `oneOf` does not.
fn more(cx: &Lower<'_, '_>, union: &Union, beside: &[Term]) -> Option<String> {
    let branches = union.branches.iter().map(|part| [part.as_slice(), beside].concat()).gather();
    let some = "values that satisfy several alternatives";
    match overlap(cx, &branches) {
        Overlap::Never => return None,
        Overlap::Unknown => {}
        Overlap::Between(first, second) => {
            let number = |at: usize| number(cx, union, &union.branches[at]);
            if let (Some(first), Some(second)) = (number(first), number(second)) {
                return Some(format!("{some}, such as alternative {first} and alternative {second}"));
            }
        }
    }
    Some(some.to_owned())
}

/// The place of an alternative in the source's list, from 1.
fn number(cx: &Lower<'_, '_>, union: &Union, part: &Part) -> Option<usize> {
    let schema = match part.as_slice() {
        [Term::Schema(schema)] => *schema,
        part => *branch(part)?.read_from.first()?,
    };
    let mut list = cx.ast.tape().elements(union.key.value_of_key());
    list.position(|item| item == cx.ast.json(schema)).map(|at| at + 1)
}
