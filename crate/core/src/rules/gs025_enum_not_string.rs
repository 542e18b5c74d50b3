//! # enums that are not strings
//!
//! Says the values of an enum of numbers, booleans or containers by bounds and in words.
//!
//! ## Why
//!
//! Members of `enum` are strings, and an enum may stand on strings alone.
//!
//! ## What changes
//!
//! One number is kept exactly as minimum and maximum, contiguous integers too; of other values the output keeps the
//! range, and the description lists them. Where calls are restored, strings stand for the values.

use super::{
    Hook, Phase, Priority, Rule, When,
    support::{EXCLUDED, Range, code_values, says_more},
};
use crate::{
    json::JsonId,
    lower::{Lower, spell_list},
    order::Gather,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Shape, Values},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-enum-nonstring", "S-enum-nonstring-type", "V-enum-on-container", "L-protoplus-enum"],
    hooks: &[Hook::Narrow {
        on: When::Has(&[Keyword::Enum, Keyword::Const, Keyword::AnyOf, Keyword::OneOf]),
        phase: Phase::Value,
        with: narrow,
    }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let tape = cx.ast.tape();
    // A union or an untyped node has its values split by type first. Contradictions have been decided before.
    let reads = cx.target.complete_nodes || shape.lists_in_text(tape);
    if !reads || !shape.unions.is_empty() || !shape.typed || !is_wrong(cx, shape) {
        return;
    }
    let Some(values) = shape.values.take_if(|values| !values.list.is_empty()) else { return };
    let fits = |kind: Kinds| kind != Kinds::NULL && shape.kinds.admits(kind);
    let fitting = values.list.iter().copied().filter(|value| fits(Kinds::of(tape, *value))).gather();
    let solid = shape.solid_kinds();
    if cx.target.enums.has(solid) {
        let edit = cx.log(&RULE, values.key);
        if fitting.is_empty() {
            edit.accepts_more("values that are not listed");
            shape.hint(format!("one of: {}", spell_list(tape, &values.list)));
        } else {
            let as_written = fitting.len() == values.list.len();
            shape.values = Some(Values { list: fitting, as_written, ..values });
        }
        return;
    }
    let range = Range::of(cx, &fitting, solid);
    let exact = range.as_ref().is_some_and(|range| range.exact) || (solid == Kinds::BOOLEAN && fitting.len() == 2);
    // Values of another type than the node's were meant, if not said, as its values.
    let named = if fitting.is_empty() { &values.list } else { &fitting };
    let words = spell_list(tape, named);
    if !exact && cx.may_code() && !fitting.is_empty() {
        let described = says_more(shape);
        let edit = cx.log(&RULE, values.key).fix("strings stand for the values");
        if described {
            edit.accepts_more(EXCLUDED);
        }
        code_values(cx, shape, values, &fitting);
        return;
    }
    if let ([only], None) = (fitting.as_slice(), &shape.coding) {
        shape.constant = Some(*only);
    }
    if let Some(range) = &range {
        range.keep(cx, shape, values.key);
    }
    if solid == Kinds::OBJECT {
        shape.declare_listed(cx.ast, values.key, &fitting);
    }
    let edit = cx.log(&RULE, values.key);
    if !exact {
        edit.accepts_more(format!("values other than {words}"));
    }
    let both_booleans = solid == Kinds::BOOLEAN && fitting.len() > 1;
    if !words.is_empty() && !both_booleans {
        shape.hint(if named.len() == 1 { format!("always {words}") } else { format!("one of: {words}") });
    }
    if solid.meets(Kinds::OBJECT.with(Kinds::ARRAY)) {
        // Rules that leave listed values alone may have something to say now.
        cx.start_over();
    }
}

/// Whether an enum stands on a type that has none, or lists values of another type.
fn is_wrong(cx: &Lower<'_, '_>, shape: &Shape) -> bool {
    let tape = cx.ast.tape();
    let Some(values) = shape.values.as_ref() else { return false };
    if values.keyword == Keyword::Const && cx.target.enums.has(shape.solid_kinds()) {
        return false;
    }
    let refused = |value: &JsonId| {
        let kind = Kinds::of(tape, *value);
        if !shape.kinds.admits(kind) {
            return true;
        }
        !cx.target.enums.meets(kind) || (cx.target.enums == Kinds::STRING && kind != Kinds::STRING)
    };
    !cx.target.enums.has(shape.solid_kinds()) || values.list.iter().any(refused)
}
