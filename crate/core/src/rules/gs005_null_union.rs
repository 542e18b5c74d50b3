//! # union with null
//!
//! Turns an alternative that is only null into `nullable`.
//!
//! ## Why
//!
//! `nullable` is the one spelling of null that every surface takes; a NULL branch is younger and missing on some.
//!
//! ## What changes
//!
//! Equivalent.

use super::{
    Hook, Phase, Priority, Rule, When,
    support::{add_null, branch, fold_single, is_null, may_be_null, open_unions},
};
use crate::{
    lower::Lower,
    order::keep,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Part, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Warning,
    evidence: &["P-type-null-2025", "L-genai-js-null"],
    hooks: &[Hook::Narrow { on: When::Has(&[Keyword::AnyOf, Keyword::OneOf]), phase: Phase::Union, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if shape.typed && shape.kinds == Kinds::NULL && cx.target.complete_nodes {
        // Where only null is allowed, alternatives say nothing, but that only one may hold.
        for union in std::mem::take(&mut shape.unions) {
            let held = union.branches.iter().filter(|part| may_be_null(cx, part)).count();
            let edit = cx.log(&RULE, union.key);
            if union.keyword == Keyword::OneOf && held > 1 {
                edit.accepts_more("null, which two alternatives allow");
            }
        }
        return;
    }
    // Where there is no `nullable`, a branch is how null is said.
    if !cx.target.takes(Keyword::Nullable) {
        return;
    }
    open_unions(cx, shape);
    for at in (0..shape.unions.len()).rev() {
        let union = &mut shape.unions[at];
        let before = union.branches.len();
        let only_null = union.branches.iter().all(|part| is_null(part, cx));
        if only_null && before > 0 && !(before == 1 && cx.target.types.has(Kinds::NULL)) {
            let key = union.key;
            if union.keyword == Keyword::OneOf && before > 1 {
                // Null is the only value of each, and of none alone.
                shape.never = Some(key);
                return;
            }
            union.branches.truncate(1);
            cx.log(&RULE, key);
            fold_single(cx, shape, at, &RULE);
            continue;
        }
        if before == 1 {
            continue;
        }
        // A reference can have no `nullable` beside it.
        let is_reference = |part: &Part| branch(part).is_some_and(|open| open.reference.is_some());
        if before == 2 && union.branches.iter().any(is_reference) && cx.target.types.has(Kinds::NULL) {
            continue;
        }
        keep(&mut union.branches, &mut |part| !is_null(part, cx));
        if union.branches.len() == before {
            continue;
        }
        let (key, single) = (union.key, union.branches.len() == 1);
        let refused = !cx.target.types.has(Kinds::NULL);
        let doubled = union.keyword == Keyword::OneOf && union.branches.iter().any(|part| may_be_null(cx, part));
        let edit = cx.log(&RULE, key);
        let edit = if doubled { edit.accepts_more("null, which two alternatives allow") } else { edit };
        edit.severity(if refused { Severity::Error } else { Severity::Info });
        let nullable = shape.kinds.has(Kinds::NULL);
        if single && branch(&shape.unions[at].branches[0]).is_none() {
            leave_null(cx, shape, at);
            continue;
        }
        if single {
            fold_single(cx, shape, at, &RULE);
        }
        // Null is beside all that was folded.
        if nullable && single && (shape.typed || shape.has_structure()) {
            shape.allow_null();
            for at in 0..shape.unions.len() {
                add_null(cx, shape, at);
            }
        } else if nullable {
            add_null(cx, shape, at);
        }
    }
}

/// Where a limit keeps the only other alternative unread, null is what is left.
fn leave_null(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize) {
    let union = shape.unions.remove(at);
    for part in &union.branches {
        if let Err(cut) = cx.read(part, union.key) {
            cx.tell_cut(cut, "the alternative to null");
        }
    }
    shape.set_kinds(Kinds::NULL);
    shape.hint("nests no further here");
}
