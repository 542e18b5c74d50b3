//! # empty, null and doubled enum members
//!
//! Takes empty strings, nulls and repeated values out of an enum.
//!
//! ## Why
//!
//! The empty string is refused as a member; null is said by `nullable`.
//!
//! ## What changes
//!
//! The output does not allow the empty string any more; repeated values and nulls lose nothing.

use super::{
    Hook, Phase, Priority, Rule, When,
    support::{EXCLUDED, says_more, wire_strings},
};
use crate::{
    json::{JsonId, Kind, equal},
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Coding, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["S-enum-empty-string"],
    hooks: &[Hook::Narrow {
        on: When::Has(&[Keyword::Enum, Keyword::Const, Keyword::AnyOf, Keyword::OneOf]),
        phase: Phase::Value,
        with: narrow,
    }],
    ..Rule::of(module_path!())
};

/// In a coded enum another word stands for the empty string.
fn code_empty(cx: &mut Lower<'_, '_>, shape: &mut Shape) -> bool {
    let tape = cx.ast.tape();
    let Some(values) = shape.values.as_ref().filter(|values| values.keyword == Keyword::Enum) else { return false };
    let strings_only = shape.typed && shape.kinds.without(Kinds::NULL) == Kinds::STRING;
    let is_empty =
        |value: &JsonId| tape.string(*value).is_some_and(|text| text.is_empty() && tape.kind(*value) == Kind::String);
    if !strings_only || shape.coding.is_some() || !values.list.iter().any(is_empty) {
        return false;
    }
    let key = values.key;
    shape.coding = Some(Coding::Values(wire_strings(cx, &values.list)));
    let edit = cx.log(&RULE, key).fix("another word stands for the empty string");
    if says_more(shape) {
        edit.accepts_more(EXCLUDED);
    }
    shape.keep_facts(&|fact| fact.keyword.is_about_any_type());
    true
}

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let is_empty = shape.values.as_ref().is_some_and(|values| values.list.is_empty());
    if cx.target.empty_member && !is_empty {
        return;
    }
    if cx.may_code() && code_empty(cx, shape) {
        return;
    }
    let tape = cx.ast.tape();
    let Some(values) = shape.values.as_mut().filter(|values| values.keyword == Keyword::Enum) else { return };
    let strings_only = shape.kinds.without(Kinds::NULL) == Kinds::STRING;
    let before = values.list.len();
    let mut kept = Vec::with_capacity(before);
    let mut empty = false;
    let mut unique = crate::order::Set::new();
    for value in std::mem::take(&mut values.list) {
        let is_empty = strings_only && tape.slice(value) == "\"\"";
        empty |= is_empty;
        let null = strings_only && tape.kind(value) == Kind::Null;
        let doubled = !unique.insert(tape.slice(value))
            || (tape.kind(value) != Kind::String && kept.iter().any(|other| equal(tape, *other, value)));
        if !is_empty && !null && !doubled {
            kept.push(value);
        }
    }
    values.list = kept;
    if values.list.len() == before && before > 0 {
        return;
    }
    values.as_written = false;
    let (key, none_left) = (values.key, values.list.is_empty());
    let edit = cx.log(&RULE, key);
    if empty {
        let edit = edit.accepts_less("the empty string");
        if none_left {
            edit.accepts_more("strings that are not empty");
        }
    } else if before == 0 {
        edit.accepts_more("any value: the list of values is empty");
    }
    if empty {
        shape.hint(if none_left { "leave out or empty" } else { "leave out for none" });
    }
    if none_left {
        shape.values = None;
        // Rules that leave listed values alone may have something to say now.
        cx.start_over();
    }
}
