//! # const
//!
//! Turns a constant into an `enum` of one value, and a union of constants into one `enum`.
//!
//! ## Why
//!
//! `parameters` has no `const`; on the JSON-Schema door it is not enforced.
//!
//! ## What changes
//!
//! Equivalent for strings; other constants are then treated as enums of such values are.

use super::{
    Hook, Phase, Priority, Rule, When,
    support::{branch, branch_note, open_unions},
};
use crate::{
    lower::Lower,
    order::Set,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Part, Shape, Values},
    targets::UnionForm,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-const", "Q-const-response", "Q-anyof-enum"],
    hooks: &[Hook::Narrow {
        on: When::Has(&[Keyword::Const, Keyword::AnyOf, Keyword::OneOf]),
        phase: Phase::Union,
        with: narrow,
    }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.takes(Keyword::Const) {
        return;
    }
    open_unions(cx, shape);
    let tape = cx.ast.tape();
    // Where there are no unions, lists of values are one list too.
    let lists = cx.target.unions == UnionForm::Refused;
    let folds = |open: &Shape| open.constant_value(tape).is_some() || (lists && open.says_only_values(tape));
    let is_constant = |part: &Part| branch(part).is_some_and(folds);
    for at in (0..shape.unions.len()).rev() {
        if shape.unions[at].branches.iter().all(is_constant) {
            fold_constants(cx, shape, at);
        }
    }
    let Some(values) = shape.values.as_mut().filter(|values| values.keyword == Keyword::Const) else { return };
    values.keyword = Keyword::Enum;
    values.as_written = false;
    let key = values.key;
    cx.log(&RULE, key);
}

fn fold_constants(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize) {
    let tape = cx.ast.tape();
    let union = shape.unions.remove(at);
    let mut folded = Shape::any(union.key);
    let (mut list, mut seen) = (Vec::new(), Set::new());
    (folded.kinds, folded.typed) = (Kinds::NONE, true);
    for constant in union.branches.iter().filter_map(|part| branch(part)) {
        let items = constant.array.items.as_ref().map(|(key, _)| *key);
        for key in [constant.object.key, constant.object.required_key, items].into_iter().flatten() {
            cx.log(&RULE, key);
        }
        for fact in constant.facts.iter().filter(|fact| !fact.is_words()) {
            cx.log(&RULE, fact.key);
        }
        if let Some(note) = branch_note(cx, constant) {
            folded.hint(note);
        }
        folded.kinds = folded.kinds.with(constant.kinds);
        folded.typed &= constant.typed;
        folded.or_null |= constant.or_null;
        for hint in &constant.hints {
            folded.hint(hint.clone());
        }
        let in_text = constant.lists_in_text(tape);
        for value in constant.values.iter().flat_map(|values| &values.list) {
            let kind = Kinds::of(tape, *value);
            let stays = in_text || kind == Kinds::NULL || constant.kinds.admits(kind);
            if stays && seen.insert(tape.slice(*value)) {
                list.push(*value);
            }
        }
    }
    folded.values = Some(Values { keyword: Keyword::Enum, key: union.key, list, as_written: false });
    cx.log(&RULE, union.key);
    shape.intersect(cx.ast, folded);
}
